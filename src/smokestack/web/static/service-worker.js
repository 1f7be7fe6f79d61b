// Shows push messages while no page is open, opens the table when one is clicked, and tells the server when the
// browser has renewed its subscription.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (client, path) => new URL(client.url).pathname === path;

self.addEventListener("push", (event) => {
  const message = event.data.json();
  event.waitUntil(
    (async () => {
      const open = await pages();
      if (open.some((client) => shows(client, message.path) && client.visibilityState === "visible")) return;
      await self.registration.showNotification(message.title, {
        body: message.body,
        tag: message.tag,
        renotify: true,
        data: { path: message.path },
      });
    })(),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(
    (async () => {
      const open = await pages();
      const same = open.find((client) => shows(client, path)) || open[0];
      if (!same) return self.clients.openWindow(path);
      await same.focus();
      if (!shows(same, path)) await same.navigate(path);
    })(),
  );
});

const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

// Not every browser says which subscription it has replaced, so the page of notifications tells whether this
// device still gets push messages: they may be turned off, or somebody else may be signed in.
async function renewSubscription() {
  const page = await (await fetch("/notices")).text();
  if (!page.includes('id="this-device"')) return;
  const { pushManager } = self.registration;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: toBytes(page.match(/ data-key="([^"]+)"/)[1]),
    }));
  const body = new URLSearchParams({
    _csrf_token: page.match(/ name="_csrf_token" value="([^"]+)"/)[1],
    endpoint: subscription.endpoint,
    "public-key": toText(subscription.getKey("p256dh")),
    auth: toText(subscription.getKey("auth")),
  });
  await fetch("/notices/devices", { method: "POST", body });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription()));
