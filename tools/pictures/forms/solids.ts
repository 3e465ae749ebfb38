/**
 * The words in which a form says what a product is made of. Lengths are millimetres, angles degrees, y points up, and the ground
 * is y = 0. These are plain data: the studio turns them into meshes, the dimension drawing into lines, the tests into checks.
 */

export type V2 = readonly [x: number, y: number]
export type V3 = readonly [x: number, y: number, z: number]

/** A corner of a profile or outline, rounded with a radius: for a turned part [radius, height, fillet], else [x, y, fillet]. */
export type Corner = readonly [x: number, y: number, fillet?: number]

/** What a surface is; the studio knows the colour, the grain and the shine of each. */
export type Finish =
  | 'steel'
  | 'forged'
  | 'cast'
  | 'black'
  | 'bronze'
  | 'blue'
  | 'grey'
  | 'bare'
  | 'milled'
  | 'carbide'
  | 'polished'
  | 'spring'
  | 'zinc'
  | 'braze'
  | 'copper'
  | 'brass'
  | 'overlay'
  | 'rubber'
  | 'chrome'
  | 'flux-grey'
  | 'flux-brown'
  | 'bottle'
  | 'glass'
  | 'lamp'
  | 'timber'
  | `paint-${Colour}`
  | `plastic-${Colour}`

export const colours = ['blue', 'green', 'orange', 'grey', 'red', 'yellow', 'black', 'white', 'pine'] as const
export type Colour = (typeof colours)[number]

/** Where something stands: first turned about z, then y, then x, then moved. */
export interface Place {
  at?: V3
  turn?: V3
}

/** A body of arbitrary form, as a tree of distances: what a forge or a foundry makes. `blend` is the radius of the joint. */
export type Shape =
  | { op: 'box'; size: V3; round: number }
  | { op: 'prism'; outline: readonly Corner[]; depth: number; round: number }
  | { op: 'turned'; profile: readonly Corner[] }
  | { op: 'rod'; radius: number; length: number; round: number }
  | { op: 'ball'; radius: number }
  | { op: 'join' | 'meet'; parts: readonly Shape[]; blend: number }
  | { op: 'cut'; from: Shape; tools: readonly Shape[]; blend: number }
  | { op: 'around'; shape: Shape; count: number; phase: number }
  | ({ op: 'put'; shape: Shape } & Place)

export type Part =
  /** A body of revolution about y. `sweep` below 360 leaves a slot; `facets` is for small hardware that needs few of them. */
  | ({ kind: 'turned'; profile: readonly Corner[]; finish: Finish; sweep?: number; from?: number; facets?: number } & Place)
  /** A body of any form, meshed with cells of `cell` mm. */
  | ({ kind: 'carved'; shape: Shape; cell: number; finish: Finish } & Place)
  | ({ kind: 'box'; size: V3; round: number; finish: Finish } & Place)
  /** An outline given depth along z (its middle at 0), its rims rounded: plates, bars, blocks with crisp faces. */
  | ({ kind: 'prism'; outline: readonly Corner[]; depth: number; round: number; finish: Finish } & Place)
  | ({ kind: 'ball'; radius: number; finish: Finish } & Place)
  /** A round bar or wire along a path. */
  | ({ kind: 'wire'; path: readonly V3[]; radius: number; finish: Finish; closed?: boolean } & Place)
  /** Words painted on a flat or cylindrical face: `bend` is the radius of the drum that it lies on. */
  | ({ kind: 'label'; art: Art; width: number; height: number; bend?: number } & Place)
  /** The same part many times. */
  | ({ kind: 'copies'; part: Part; places: readonly Place[] } & Place)
  | ({ kind: 'group'; parts: readonly Part[] } & Place)

/** What a label shows. `stamp` is struck into the metal below it, the others are printed. */
export type Art =
  | { style: 'stamp'; text: string; finish: Finish }
  | { style: 'drum'; title: string; lines: readonly string[]; accent: string; hazard: boolean }
  | { style: 'print'; lines: readonly string[]; ink: string }
  | { style: 'plate'; title: string; lines: readonly string[]; accent: string }

/** One picture: what stands where, and from where it is looked at. */
export interface View {
  parts: readonly Part[]
  /** The direction from the product to the camera. */
  from: V3
  /** How much of the frame the product fills. */
  fill?: number
  /** A close-up: the point in the middle of the frame and the radius that is to be seen. */
  focus?: { at: V3; radius: number }
}

export type Style = 'outline' | 'edge' | 'hidden' | 'centre' | 'hatch'

/** A line of the dimension drawing, in millimetres; later ones cover earlier ones where they are filled. */
export type Stroke =
  | { kind: 'turned'; profile: readonly Corner[]; at?: V2; turn?: number; fill?: boolean; style?: Style }
  | { kind: 'path'; points: readonly V2[]; style: Style; closed?: boolean; fill?: boolean }
  | { kind: 'circle'; at: V2; radius: number; style: Style; fill?: boolean }

/** A measured length along x or y, its line drawn at `line` on the other axis. */
export interface Measure {
  along: 'x' | 'y'
  from: V2
  to: V2
  line: number
  text: string
}

/** A leader: an arrow at a point, with words beside its elbow. */
export interface Note {
  at: V2
  elbow: V2
  text: string
}

export interface Angle {
  at: V2
  radius: number
  from: number
  to: number
  text: string
}

export interface Sheet {
  title: string
  strokes: readonly Stroke[]
  measures: readonly Measure[]
  notes?: readonly Note[]
  angles?: readonly Angle[]
}

/** Everything that a form knows of one good. */
export interface Drawn {
  views: readonly [View, View, View]
  sheet: Sheet
}
