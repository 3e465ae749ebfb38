const encode = new Uint8Array(4097).map((_, i) => {
  const value = i / 4096
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
})

/** The colour of a shadow in linear light. */
const ink = [0.0116, 0.0137, 0.013]

const shoulder = 0.72

/** Keeps all values below the shoulder, so that paint keeps its colour, and compresses brighter light towards white. */
const rolled = (peak: number): number => (peak <= shoulder ? peak : 1 - (1 - shoulder) ** 2 / (peak - 2 * shoulder + 1))

/** One pass of a running mean along rows or columns, only over pixels that show the ground. */
const smear = (alpha: Float32Array, bare: Uint8Array, size: number, radius: number, step: number, line: number): Float32Array => {
  const out = alpha.slice()
  for (let row = 0; row < size; row++) {
    let sum = 0
    let count = 0
    const at = (i: number) => row * line + i * step
    const add = (i: number, sign: 1 | -1) => {
      if (i < 0 || i >= size || !bare[at(i)]) return
      sum += sign * alpha[at(i)]
      count += sign
    }
    for (let i = 0; i < radius; i++) add(i, 1)
    for (let i = 0; i < size; i++) {
      add(i + radius, 1)
      add(i - radius - 1, -1)
      if (bare[at(i)] && count > 0) out[at(i)] = sum / count
    }
  }
  return out
}

/** Softens the shadow on the ground, because the number of lamps is limited. */
const softened = (film: Float32Array, size: number, radius: number): Float32Array => {
  const bare = new Uint8Array(size * size)
  let alpha = new Float32Array(size * size)
  for (let i = 0; i < size * size; i++) {
    alpha[i] = film[i * 4 + 3]
    bare[i] = film[i * 4] + film[i * 4 + 1] + film[i * 4 + 2] < 1e-6 ? 1 : 0
  }
  for (let pass = 0; pass < 2; pass++) {
    alpha = smear(alpha, bare, size, radius, 1, size) as Float32Array<ArrayBuffer>
    alpha = smear(alpha, bare, size, radius, size, 1) as Float32Array<ArrayBuffer>
  }
  const out = film.slice()
  for (let i = 0; i < size * size; i++) {
    if (!bare[i]) continue
    for (let k = 0; k < 3; k++) out[i * 4 + k] = ink[k] * alpha[i]
    out[i * 4 + 3] = alpha[i]
  }
  return out
}

/** Straight-alpha bytes from the summed film, top row first. */
export const toneMapFilmToBytes = (sharp: Float32Array, size: number, exposure: number): Uint8Array => {
  const film = softened(sharp, size, Math.round(size / 110))
  const bytes = new Uint8Array(size * size * 4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const from = ((size - 1 - y) * size + x) * 4
      const to = (y * size + x) * 4
      const alpha = Math.min(1, film[from + 3])
      if (alpha < 0.002) continue
      const light = [0, 1, 2].map((k) => Math.max(0, film[from + k] / alpha) * exposure)
      const peak = Math.max(...light)
      const scale = peak > 0 ? rolled(peak) / peak : 1
      // Colours that are compressed strongly towards white lose their hue.
      const pale = peak > shoulder ? 1 - 1 / (0.12 * (peak - rolled(peak)) + 1) : 0
      for (let k = 0; k < 3; k++) {
        const value = light[k] * scale
        bytes[to + k] = encode[Math.round(4096 * Math.min(1, value + (rolled(peak) - value) * pale))]
      }
      bytes[to + 3] = Math.round(alpha * 255)
    }
  return bytes
}
