import * as z from 'zod/mini'

/** 规格: what tells a SKU from its siblings, as the specification sends it: the JSON of a property map. */
export const SkuProps = z.string()

/** {"规格":"U84","刀头直径":"22mm"} → 'U84 22mm'. What is not a map of texts is shown as nothing. */
export function joinSkuProps(skuProps: string): string {
  try {
    const props: unknown = JSON.parse(skuProps)
    return typeof props === 'object' && props !== null ? Object.values(props).join(' ') : ''
  } catch {
    return ''
  }
}
