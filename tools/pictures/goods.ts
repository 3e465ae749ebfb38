import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import { modelBuilders } from './forms/forms.ts'
import type { Dimensions } from './forms/numbers.ts'
import type { ProductModel } from './forms/solids.ts'

/** The text that is stamped into a seat: the model in its name, such as DZ-38. */
const modelIn = (name: string): string => /[A-Z]{1,2}-?\d+/.exec(name)?.[0] ?? ''

/** The types of these seats, which their sizes do not determine. */
const kinds: Record<string, Dimensions> = {
  'seat-bf': { socket: 'square', stamp: 'BF-38' },
  'seat-v20-root': { nose: true, stamp: 'V20' },
  'seat-cone-leg': { plate: true },
}

/** The numbers in the catalog, and what its seats need besides. */
const numbersOf = (goods: DemoGoods): Dimensions => ({
  ...goods.picture.numbers,
  ...(goods.picture.form.startsWith('seat-') ? { stamp: modelIn(goods.name) } : {}),
  ...kinds[goods.slug],
})

export const buildProductModel = (goods: DemoGoods): ProductModel => {
  const form = modelBuilders[goods.picture.form]
  if (form === undefined) throw new Error(`no form ${goods.picture.form}`)
  return form(numbersOf(goods))
}
