/**
 * The format of the demo catalog. Each entry of these files is one product of the mall: its texts, sizes, prices, and the drawing that its
 * pictures are rendered from. Amounts are yuan as text ('38.50'), so that no float is used; lengths are millimetres.
 */
import type { GoodsFreightRule } from '#contract/catalog/goods/terms.ts'

/** A size or colour of a form in `tools/pictures`. */
export type PictureDimensions = Record<string, number | string | boolean>

/** The shapes that `tools/pictures` can render. */
export const pictureModelNames = [
  'conical-pick',
  'milling-tooth',
  'flat-tooth',
  'auger-tooth',
  'roller-cone',
  'core-barrel-tooth',
  'seat-weld',
  'seat-quick-change',
  'seat-stamped',
  'seat-retaining-pin',
  'carbide-button',
  'carbide-tip',
  'carbide-bar',
  'alloy-bead',
  'diesel-drum',
  'ibc-tank',
  'tanker-delivery',
  'grease-pail',
  'grease-cartridge',
  'fluid-can',
  'retaining-sleeve',
  'pick-puller',
  'welding-rod',
] as const
export type PictureModelName = (typeof pictureModelNames)[number]

export interface DemoSku {
  /** The part number, unique in the whole mall, such as 'KT-U84-22'. */
  code: string
  /** What distinguishes this SKU from the others, in display order: { 规格: 'U84', 刀头直径: '22mm' }. */
  props: Record<string, string>
  /** 现金价 in yuan. */
  saleYuan: string
  /** 赊销价 in yuan; null: not sold on credit. */
  creditYuan: string | null
  /** Units in stock; 0 is sold out. */
  stock: number
  /** The minimum quantity and the step, in units. */
  minimum: number
  step: number
  weightGrams: number
}

export interface DemoGoods {
  /** A stable name in kebab-case; also the folder of its pictures. */
  slug: string
  category: string
  sub: string
  name: string
  /** The main sizes in one line: '柄径 38 · 刀头 22 · 全长 155 mm'. */
  spec: string
  /** 件, 支, 个, 套, 升, 桶, 公斤. */
  unit: string
  /** Rows of the parameter table, in display order. */
  parameters: readonly (readonly [label: string, value: string])[]
  /** Markdown: its purpose, how it is fitted, which parts belong to it. */
  description: string
  /** The minimum and maximum rock hardness (普氏系数 f); null if rock does not matter. */
  hardness: readonly [number, number] | null
  /** How it is delivered; absent: by the freight of its shop. */
  freight?: GoodsFreightRule
  picture: { form: PictureModelName; numbers: PictureDimensions }
  skus: readonly DemoSku[]
}

export interface DemoCategory {
  name: string
  subs: readonly string[]
}
