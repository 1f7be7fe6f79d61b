// Sounds for the reader's turn, the moves of others and the end of the game, made by the browser.
const sound = (() => {
  // For each sound: when a tone begins in seconds, its pitch in hertz, its loudness and its length.
  const TUNES = {
    turn: [[0, 523, 0.15, 0.5], [0.14, 659, 0.15, 0.6]],
    move: [[0, 330, 0.07, 0.12]],
    end: [[0, 392, 0.13, 0.4], [0.16, 494, 0.13, 0.4], [0.32, 587, 0.13, 0.4], [0.48, 784, 0.15, 0.9]],
  };
  let audio = null;
  const wanted = () => setting.get("sound") === "yes";

  // Browsers allow sounds only after the reader has clicked or typed.
  function prepare() {
    if (!wanted() || !window.AudioContext) return;
    audio ||= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, prepare);

  return {
    prepare,
    play(name) {
      if (!wanted() || audio?.state !== "running") return;
      for (const [delay, pitch, loudness, length] of TUNES[name]) {
        const tone = audio.createOscillator();
        const volume = audio.createGain();
        const start = audio.currentTime + delay;
        tone.type = "triangle";
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(loudness, start);
        volume.gain.exponentialRampToValueAtTime(0.001, start + length);
        tone.connect(volume).connect(audio.destination);
        tone.start(start);
        tone.stop(start + length);
      }
      document.documentElement.dataset.sounded = name;
    },
  };
})();
