import * as z from 'zod/mini'

/** 规格: the properties that distinguish a SKU, in the format of the specification: the JSON of a property map. */
export const SkuProps = z.string()

/** {"规格":"U84","刀头直径":"22mm"} → 'U84 22mm'. Returns '' if it is not a map of texts. */
export function formatSkuProps(skuProps: string): string {
  try {
    const props: unknown = JSON.parse(skuProps)
    return typeof props === 'object' && props !== null ? Object.values(props).join(' ') : ''
  } catch {
    return ''
  }
}
