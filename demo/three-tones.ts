const rate = 8_000
const seconds = 2
/** Hertz: G, B and D. */
const tones = [196, 246.94, 293.66]

/** A soft sound of three tones, six seconds long, as a WAV file: what every sample episode sounds like. */
export function makeSampleEpisodeSound(): Uint8Array {
  const samples = rate * seconds * tones.length
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  // Whole numbers, one channel.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let sample = 0; sample < samples; sample += 1) {
    const tone = tones[Math.floor(sample / (rate * seconds))] ?? 0
    const time = (sample / rate) % seconds
    const swell = Math.min(1, time / 0.05) * Math.exp(-2.2 * time)
    file.writeInt16LE(Math.round(9_000 * swell * Math.sin(2 * Math.PI * tone * time)), 44 + sample * 2)
  }
  return file
}
