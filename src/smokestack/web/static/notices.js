// Push messages for this browser: asks for permission, subscribes and sends the subscription.
(() => {
  const form = document.getElementById("push");
  const problem = document.getElementById("push-problem");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  problem.textContent = "";
  const own = document.getElementById("this-device");
  form.hidden = Boolean(own);

  const toBytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const toText = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  async function subscribe() {
    const registration = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    const old = await registration.pushManager.getSubscription();
    if (old) await old.unsubscribe(); // it may have been made with another key
    return registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: toBytes(form.dataset.key),
    });
  }

  form.querySelector("button").addEventListener("click", async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      problem.textContent = problem.dataset.denied;
      return;
    }
    try {
      const subscription = await subscribe();
      form.elements.endpoint.value = subscription.endpoint;
      form.elements["public-key"].value = toText(subscription.getKey("p256dh"));
      form.elements.auth.value = toText(subscription.getKey("auth"));
      form.submit();
    } catch {
      problem.textContent = problem.dataset.failed;
    }
  });

  own?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = await registration?.pushManager.getSubscription();
    await subscription?.unsubscribe().catch(() => false);
    own.submit();
  });
})();
