// Searches for what goes with something else: picks of a machine, holders of a pick or tooth.
import { allGoods, millingTeeth, picks, readParameter, toolHolderGoods } from '#bench/search-lists/generator/catalog.ts'
import { type SeededRandom, shuffle } from '#bench/search-lists/generator/choices.ts'
import type { RowGeneratorRule, Search } from '#bench/search-lists/generator/rows.ts'

/** The machines that picks are searched for: the family and the numbers of its models. */
const MACHINES = [
  { family: 'EBZ', machine: '掘进机', leaf: '掘进截齿', numbers: [55, 75, 100, 120, 132, 135, 160, 220, 230, 260, 300] },
  { family: 'EBH', machine: '掘进机', leaf: '掘进截齿', numbers: [315, 450] },
  { family: 'MG', machine: '采煤机', leaf: '采煤截齿', numbers: [250, 300, 400, 500, 650, 750, 900, 1000] },
] as const

/** Whether the text "EBZ55–EBZ100、EBH315 以上" names the machine. */
const namesMachine = (text: string, family: string, number: number): boolean =>
  [...text.matchAll(/(EBZ|EBH|MG)(\d+)(?:–(?:EBZ|EBH|MG)(\d+))?( ?以上)?/g)].some(([, named, first, last, above]) => {
    if (named !== family || number < Number(first)) return false
    return last === undefined ? above !== undefined || number === Number(first) : number <= Number(last)
  })

function makeMachines(random: SeededRandom): Search[] {
  const searches = MACHINES.flatMap(({ family, machine, leaf, numbers }) =>
    numbers.map((number) => {
      const fitting = picks.filter((goods) => goods.leaf === leaf && namesMachine(readParameter(goods, '适用机型'), family, number))
      const text = random.pick([
        `${family}${number}${machine}截齿`,
        `${family}-${number} 截齿`,
        `${machine} ${family}${number} 用的截齿`,
        `${family.toLowerCase()}${number}${machine}齿`,
      ])
      return { text, goods: fitting.map(({ name }) => name), sku: '' }
    }),
  )
  return shuffle(random, searches)
}

function makeHolders(random: SeededRandom): (Search | undefined)[] {
  const held = [...picks, ...millingTeeth, ...allGoods.filter(({ leaf }) => leaf === '斗齿与平齿')]
  return shuffle(random, held).map(({ model }) => {
    if (model === '') return undefined
    const named = new RegExp(`(?:^|[^A-Z0-9-])${model}(?:$|[^A-Z0-9-])`)
    const fitting = toolHolderGoods.filter((holder) =>
      readParameter(holder, '适配')
        .split(/[、；，]| /)
        .some((word) => named.test(word)),
    )
    if (fitting.length === 0) return undefined
    const text = random.pick([`${model}齿座`, `${model}的座子`, `配${model}的齿座`, `${model} 用齿座`])
    return { text, goods: fitting.map(({ name }) => name), sku: '' }
  })
}

export const fittingSearchGeneratorRules: readonly RowGeneratorRule<Search>[] = [
  { kind: 'machine', quota: 8, make: makeMachines },
  { kind: 'fits', quota: 8, make: makeHolders },
]
