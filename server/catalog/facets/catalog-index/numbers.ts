import { NO_FACET_VALUE, YES_FACET_VALUE } from '#contract/catalog/facets/shapes.ts'

/**
 * Gives each attribute and each value a number. The number stays the same as long as the index lives, because the goods in memory refer to
 * it.
 */
export function createAttributeNumbering() {
  const attributes = new Map<string, number>()
  const values = new Map<string, number>()
  const numberIn = (known: Map<string, number>, key: string): number => {
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
  return {
    attribute: (id: string) => numberIn(attributes, id),
    value: (attributeId: string, value: string | boolean) =>
      numberIn(values, typeof value === 'string' ? value : `${attributeId} ${value ? YES_FACET_VALUE : NO_FACET_VALUE}`),
    known: () => ({ attributes: attributes.size, values: values.size }),
  }
}
export type AttributeNumbering = ReturnType<typeof createAttributeNumbering>
