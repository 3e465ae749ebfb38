import {
  CanvasTexture,
  CylinderGeometry,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  PlaneGeometry,
  RGBAFormat,
  SRGBColorSpace,
  Vector2,
} from 'three'
import type { LabelArtwork, Part } from '#tools/pictures/forms/solids.ts'
import type { createFinishMaterials } from './finishes.ts'

type Label = Extract<Part, { kind: 'label' }>
type Brush = CanvasRenderingContext2D

const face = '"Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif'
const ink = '#13201e'

const write = (brush: Brush, text: string, x: number, y: number, px: number, weight: number, width = Number.POSITIVE_INFINITY) => {
  brush.font = `${weight} ${px}px ${face}`
  const wide = brush.measureText(text).width
  if (wide > width) brush.font = `${weight} ${Math.floor((px * width) / wide)}px ${face}`
  brush.fillText(text, x, y)
}

const flame = (brush: Brush, x: number, y: number, half: number) => {
  brush.save()
  brush.translate(x, y)
  brush.rotate(Math.PI / 4)
  brush.fillStyle = '#c8321f'
  brush.fillRect(-half, -half, half * 2, half * 2)
  brush.strokeStyle = '#ffffff'
  brush.lineWidth = half * 0.07
  brush.strokeRect(-half * 0.86, -half * 0.86, half * 1.72, half * 1.72)
  brush.restore()
  brush.fillStyle = '#ffffff'
  brush.beginPath()
  brush.moveTo(x, y - half * 0.85)
  brush.bezierCurveTo(x + half * 0.75, y - half * 0.1, x + half * 0.5, y + half * 0.5, x, y + half * 0.5)
  brush.bezierCurveTo(x - half * 0.55, y + half * 0.5, x - half * 0.6, y - half * 0.05, x - half * 0.25, y - half * 0.3)
  brush.bezierCurveTo(x - half * 0.2, y - half * 0.05, x - half * 0.02, y - half * 0.3, x, y - half * 0.85)
  brush.fill()
  brush.fillRect(x - half * 0.5, y + half * 0.58, half, half * 0.08)
}

const drumArt = (brush: Brush, art: Extract<LabelArtwork, { style: 'drum' }>, w: number, h: number) => {
  brush.fillStyle = '#f4f2eb'
  brush.fillRect(0, 0, w, h)
  brush.fillStyle = art.accent
  brush.fillRect(0, 0, w, h * 0.12)
  brush.fillRect(0, h * 0.965, w, h * 0.035)
  brush.fillStyle = '#ffffff'
  write(brush, '岩锋工品', w * 0.05, h * 0.09, h * 0.075, 700)
  brush.fillStyle = ink
  const text = art.hazard ? w * 0.64 : w * 0.9
  write(brush, art.title, w * 0.05, h * 0.44, h * 0.25, 700, text)
  brush.fillRect(w * 0.05, h * 0.54, text, h * 0.008)
  art.lines.forEach((line, i) => {
    write(brush, line, w * 0.05, h * (0.66 + i * 0.12), h * (i === 0 ? 0.095 : 0.075), i === 0 ? 700 : 500, text)
  })
  if (art.hazard) flame(brush, w * 0.845, h * 0.53, h * 0.2)
}

const plateArt = (brush: Brush, art: Extract<LabelArtwork, { style: 'plate' }>, w: number, h: number) => {
  brush.fillStyle = '#f6f5f0'
  brush.fillRect(0, 0, w, h)
  brush.fillStyle = art.accent
  brush.fillRect(0, h * 0.8, w, h * 0.2)
  brush.fillRect(0, 0, w, h * 0.06)
  brush.fillStyle = ink
  brush.textAlign = 'center'
  write(brush, art.title, w / 2, h * 0.4, h * 0.22, 700, w * 0.88)
  art.lines.forEach((line, i) => {
    write(brush, line, w / 2, h * (0.56 + i * 0.13), h * 0.09, 500, w * 0.88)
  })
  brush.fillStyle = '#ffffff'
  write(brush, '岩锋工品', w / 2, h * 0.93, h * 0.1, 700)
}

const printArt = (brush: Brush, art: Extract<LabelArtwork, { style: 'print' }>, w: number, h: number) => {
  brush.fillStyle = art.ink
  brush.textAlign = 'center'
  const step = h / art.lines.length
  art.lines.forEach((line, i) => {
    write(brush, line, w / 2, step * (i + 0.78), step * 0.78, 700, w * 0.98)
  })
}

const canvasOf = (label: Label, tall: number): [HTMLCanvasElement, Brush] => {
  const canvas = document.createElement('canvas')
  canvas.height = tall
  canvas.width = Math.round((tall * label.width) / label.height)
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  if (brush === null) throw new Error('no canvas to write labels on')
  return [canvas, brush]
}

/** Stamped letters: the canvas is a height map whose slope changes the light. Outside the letters nothing is drawn. */
const stamped = (label: Label, text: string): { normalMap: DataTexture; map: DataTexture } => {
  const [canvas, brush] = canvasOf(label, 160)
  const { width, height } = canvas
  brush.fillStyle = '#000'
  brush.fillRect(0, 0, width, height)
  brush.filter = 'blur(2.2px)'
  brush.fillStyle = '#fff'
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  write(brush, text, width / 2, height / 2, height * 0.78, 700, width * 0.94)
  const depth = brush.getImageData(0, 0, width, height).data
  const at = (x: number, y: number) => depth[(Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))) * 4]
  const slopes = new Uint8Array(width * height * 4)
  const shade = new Uint8Array(width * height * 4)
  for (let row = 0, o = 0; row < height; row++)
    for (let x = 0; x < width; x++, o += 4) {
      const y = height - 1 - row
      const [dx, dy] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)]
      const dark = 255 - at(x, y) * 0.5
      slopes.set(
        [127.5 + dx * 0.9, 127.5 - dy * 0.9, 210, 255].map((value) => Math.max(0, Math.min(255, value))),
        o,
      )
      shade.set([dark, dark, dark, Math.min(255, Math.hypot(dx, dy) * 4 + at(x, y) * 0.7)], o)
    }
  const texture = (data: Uint8Array<ArrayBuffer>) => {
    const made = new DataTexture(data, width, height, RGBAFormat)
    made.magFilter = LinearFilter
    made.minFilter = LinearMipmapLinearFilter
    made.generateMipmaps = true
    made.needsUpdate = true
    return made
  }
  return { normalMap: texture(slopes), map: texture(shade) }
}

const printed = (label: Label): CanvasTexture => {
  const [canvas, brush] = canvasOf(label, 768)
  const { art } = label
  if (art.style === 'drum') drumArt(brush, art, canvas.width, canvas.height)
  else if (art.style === 'plate') plateArt(brush, art, canvas.width, canvas.height)
  else if (art.style === 'print') printArt(brush, art, canvas.width, canvas.height)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 8
  return texture
}

/** A label as a thin skin over the face below it, flat or bent round a drum. It faces +z. */
export const createLabelMesh = (part: Label, wear: ReturnType<typeof createFinishMaterials>): Mesh => {
  const { art, width, height, bend } = part
  const turn = bend ? width / bend : 0
  const geometry = bend ? new CylinderGeometry(bend, bend, height, 64, 1, true, -turn / 2, turn) : new PlaneGeometry(width, height)
  const over = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4 }
  const material =
    art.style === 'stamp'
      ? wear(art.finish, { ...stamped(part, art.text), normalScale: new Vector2(1.6, 1.6), transparent: true, ...over })
      : wear('plastic-white', { map: printed(part), color: 0xffffff, transparent: art.style === 'print', ...over })
  return new Mesh(geometry, material)
}
