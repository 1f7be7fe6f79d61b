// Shows push messages while no page is open, and opens the table when one is clicked.
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
