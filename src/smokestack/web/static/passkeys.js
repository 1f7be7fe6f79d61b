// Makes a passkey, or signs in with one. The server says what to ask the browser for, and gets the
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

  function prepare(id, optionsPath, ask) {
    const form = document.getElementById(id);
    if (!form) return;
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const problem = form.querySelector(".problem");
      problem.textContent = "";
      try {
        const fields = new URLSearchParams(new FormData(form));
        const reply = await fetch(optionsPath, { method: "POST", body: fields });
        const text = await reply.text();
        if (!reply.ok) {
          problem.textContent = reply.headers.get("content-type")?.startsWith("text/plain")
            ? text
            : problem.dataset.failed;
          return;
        }
        const credential = await ask({ publicKey: decode(JSON.parse(text)) });
        form.elements.response.value = encode(credential);
        if (form.elements.password) form.elements.password.value = "";
        form.submit();
      } catch {
        problem.textContent = problem.dataset.failed;
      }
    });
  }
  prepare("new-passkey", "/account/passkeys/options", (options) => navigator.credentials.create(options));
  prepare("passkey-sign-in", "/account/passkey-sign-in/options", (options) => navigator.credentials.get(options));
})();
