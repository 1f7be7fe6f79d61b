// Makes a passkey, or signs up or in with one. The server says what to ask the browser for, and gets the
// browser's response in a form.
(() => {
  if (!window.PublicKeyCredential) return;

  const toBytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const toText = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  function decode(options) {
    const known = (each) => ({ ...each, id: toBytes(each.id) });
    return {
      ...options,
      challenge: toBytes(options.challenge),
      ...(options.user && { user: { ...options.user, id: toBytes(options.user.id) } }),
      ...(options.excludeCredentials && { excludeCredentials: options.excludeCredentials.map(known) }),
      ...(options.allowCredentials && { allowCredentials: options.allowCredentials.map(known) }),
    };
  }
  function encode(credential) {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[name]) response[name] = toText(credential.response[name]);
    }
    return JSON.stringify({
      id: credential.id,
      rawId: toText(credential.rawId),
      type: credential.type,
      response,
      clientExtensionResults: {},
    });
  }

  const SIGN_IN = "/account/passkey-sign-in/options";
  const create = (options) => navigator.credentials.create(options);
  const get = (options) => navigator.credentials.get(options);

  class Refused extends Error {}

  // What the browser's passkey answers to the options of the server.
  async function respond(form, path, ask) {
    const fields = new URLSearchParams(new FormData(form));
    const reply = await fetch(path, { method: "POST", body: fields });
    const text = await reply.text();
    if (reply.ok) return encode(await ask({ publicKey: decode(JSON.parse(text)) }));
    throw reply.headers.get("content-type")?.startsWith("text/plain") ? new Refused(text) : new Error(text);
  }
  function prepare(form, work) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const problem = form.querySelector(".problem");
      problem.textContent = "";
      try {
        // The owner of an account without a password shows a passkey first.
        if (form.elements.passkey) form.elements.passkey.value = await respond(form, SIGN_IN, get);
        await work(form);
        form.submit();
      } catch (error) {
        problem.textContent = error instanceof Refused ? error.message : problem.dataset.failed;
      }
    });
  }
  for (const [id, path, ask] of [
    ["new-passkey", "/account/passkeys/options", create],
    ["passkey-sign-up", "/account/passkey-sign-up/options", create],
    ["passkey-sign-in", SIGN_IN, get],
  ]) {
    const form = document.getElementById(id);
    if (!form) continue;
    prepare(form, async () => {
      form.elements.response.value = await respond(form, path, ask);
      for (const name of ["password", "passkey"]) {
        if (form.elements[name]) form.elements[name].value = "";
      }
    });
  }
  for (const field of document.querySelectorAll("form:not(#new-passkey) [name=passkey]")) {
    prepare(field.form, async () => {});
  }
})();
