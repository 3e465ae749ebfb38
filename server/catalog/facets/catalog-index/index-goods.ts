import type { AttributeNumbering } from './numbers.ts'
import type { GoodsToIndex } from './read-catalog.ts'
import type { IndexedGoods, IndexedValues } from './shapes.ts'

const NONE: readonly number[] = []

function indexValues(tuples: GoodsToIndex['attributeValues'], numbers: AttributeNumbering): IndexedValues {
  const values: number[] = []
  const numberPairs: number[] = []
  for (const [, attributeId, value] of tuples)
    if (typeof value === 'number') numberPairs.push(numbers.attribute(attributeId), value)
    else values.push(numbers.value(attributeId, value))
  // An array that has grown has room for more entries; its copy has not.
  return { values: values.length > 0 ? values.slice() : NONE, numbers: numberPairs.length > 0 ? numberPairs.slice() : NONE }
}

export function toIndexedGoods({ onShelf: _, skus, attributeValues, ...goods }: GoodsToIndex, numbers: AttributeNumbering): IndexedGoods {
  const bySku = Map.groupBy(attributeValues, ([skuId]) => skuId)
  const own = bySku.get(null) ?? []
  const shown = [...own, ...skus.flatMap(([id]) => bySku.get(id) ?? [])]
  const once = new Map(shown.map((tuple) => [`${tuple[1]} ${tuple[2]}`, tuple]))
  return {
    ...goods,
    ...indexValues(own, numbers),
    skus: skus.map(([id, code, priceFen, creditFen, inStock]) => ({
      id,
      code,
      priceFen,
      creditFen,
      inStock,
      ...indexValues(bySku.get(id) ?? [], numbers),
    })),
    lowestFen: Math.min(...skus.map(([, , priceFen]) => priceFen)),
    highestFen: Math.max(...skus.map(([, , priceFen]) => priceFen)),
    anyInStock: skus.some(([, , , , inStock]) => inStock),
    all: indexValues([...once.values()], numbers),
    attributes: [...new Set(shown.map(([, attributeId]) => numbers.attribute(attributeId)))],
  }
}
