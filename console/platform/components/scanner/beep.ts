/** The frequency in Hz and the length in seconds of each tone: a short high one, or two long low ones. */
const tones = {
  good: [{ pitch: 1_320, length: 0.07 }],
  bad: [
    { pitch: 220, length: 0.22 },
    { pitch: 180, length: 0.3 },
  ],
} as const

let speaker: AudioContext | undefined

/** Beeps, so that a packer who looks at the goods hears what the desk says. A browser without sound stays silent. */
export function playBeep(tone: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  speaker ??= new AudioContext()
  let at = speaker.currentTime
  for (const { pitch, length } of tones[tone]) {
    const source = speaker.createOscillator()
    source.type = tone === 'bad' ? 'square' : 'sine'
    source.frequency.value = pitch
    source.connect(speaker.destination)
    source.start(at)
    source.stop(at + length)
    at += length + 0.05
  }
}
