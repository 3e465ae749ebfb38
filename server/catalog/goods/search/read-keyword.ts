import { parseChineseNumber } from '#contract/platform/core/chinese-number.ts'
import { normaliseSearchText } from '#server/catalog/goods/search-tokens.ts'

/** Words of a question around what is asked for: 老板 … 有货吗, 多少钱一个, 用的. None of them is a part of a name. */
const QUESTION_WORDS =
  /老板娘?|师傅|亲爱的|您好|你好|请问|麻烦(?:您|你)?|帮(?:我|忙)|给我|我们?(?:想要?|要)(?:买)?|想要|需要|有没有|有现?货(?:吗|没)?|(?:大概|现在)?多少钱(?:一?[个支只把套桶根块片盒箱件])?|(?:什么|啥)价(?:格|钱)?|怎么(?:卖|买|报)|报(?:一下|个价|价)|价格|价钱|单价|一下|谢谢|急(?:用|要)|用的|上的|带的|那种|这种|什么|哪种|哪个|能不能|可以|只要/g

/** Particles at the beginning and at the end of a run of Chinese: C23HD 用齿座, 85 的. Within a run they may be a part of a word: 车用, 工地. */
const FIRST_PARTICLES = '的用要'
const LAST_PARTICLES = '的吗呢啊吧呀么'

/** Of a part of a machine, 子 at the end says nothing: 座子, 珠子, 片子. */
const SUFFIX = /(?<=.[座套珠片条钩垫销])子$/u

/** A run without particles. `free`: nothing of the keyword stands before it, so its first character begins a word. */
function trimParticles(run: string, free: boolean): string {
  let letters = [...run.replace(SUFFIX, '')]
  while (letters.length > 0 && LAST_PARTICLES.includes(letters.at(-1) ?? '')) letters = letters.slice(0, -1)
  while (!free && letters.length > 1 && FIRST_PARTICLES.includes(letters[0] ?? '')) letters = letters.slice(1)
  return letters.join('')
}

/** How letters sound when a part number is spoken: 优八十四 is U84. */
const SPOKEN_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/达(?:不|布)[溜流留]|大不[溜流]/g, 'w'],
  [/艾斯|爱斯/g, 's'],
  [/[优尤悠]([零一二三四五六七八九十\d])/g, 'u$1'],
  [/又([一二三四五六七八九]{2})/g, 'u$1'],
  [/(?<!\p{Script=Han})[必逼毕比]([一二三四五六七八九十]{2})/gu, 'b$1'],
  [/(?<!\p{Script=Han})西([一二三四五六七八九十]{2})/gu, 'c$1'],
  [/[威维]([一二三四五六七八九十])/g, 'v$1'],
  [/([a-z0-9零一二三四五六七八九])(?:横杠|杠|减号)([a-z0-9零一二三四五六七八九])/g, '$1-$2'],
]

const NUMERALS = /[零〇一二三四五六七八九十百千两幺]+/g

/** Writes numerals as digits where they stand for a number: 十 or 百 among them, three digits, or one in front of 号, 柄, a unit or a letter. */
const writeNumerals = (text: string): string =>
  text.replace(NUMERALS, (run, at: number) => {
    const after = text.slice(at + run.length, at + run.length + 2)
    const before = text.slice(0, at).at(-1) ?? ''
    // 三一 is a maker, also in front of ebz200: two digits alone are a number only beside a unit or a part of a code.
    const isCounted = (/[十百千]/.test(run) && run.length > 1) || run.length > 2
    const isFirstDigit = run.length === 1 && /^[a-z]/.test(after) && /^\s?$/.test(before)
    if (
      !isCounted &&
      !isFirstDigit &&
      !/^(?:[号#柄升米斤寸头孔度-]|公[斤升分里]|毫[米升]|厘米)/.test(after) &&
      !/[a-z0-9\-负]/.test(before)
    )
      return run
    const value = parseChineseNumber(run)
    return value === undefined ? run : String(value)
  })

const MILLIMETRES = { centimetre: 10, metre: 1_000, decimetre: 100 } as const

/** Whole tenths of a number are exact, whatever its binary form is. */
const toMillimetres = (number: string, unit: keyof typeof MILLIMETRES): number =>
  Number((Number(number) * MILLIMETRES[unit]).toPrecision(9))

/** Writes lengths in millimetres and drops the unit, because the goods' texts have bare numbers: 1.7 厘米 → 17, 22MM → 22. */
const writeLengths = (text: string): string =>
  text
    .replace(/(\d{1,6}(?:\.\d{1,4})?) ?(?:厘米|公分|cm)/g, (_, number: string) => ` ${toMillimetres(number, 'centimetre')} `)
    .replace(/(\d) ?(?:毫米|mm)/g, '$1 ')
    .replace(/(\d)米(\d)/g, (_, metres: string, tenths: string) =>
      ` ${toMillimetres(metres, 'metre') + toMillimetres(tenths, 'decimetre')} `.trimEnd(),
    )
    .replace(/(\d) ?(?:升|公升)/g, '$1l ')
    .replace(/(\d) ?(?:公斤|千克)/g, '$1kg ')

/** Writes a blank for the sign between two sizes. Two sizes share the number between them, so it is done twice: 25×10×19. */
const separateSizes = (text: string): string => {
  const once = text.replace(/(\d) ?[x×*] ?(\d)/g, '$1 $2')
  return once.replace(/(\d) ?[x×*] ?(\d)/g, '$1 $2')
}

/**
 * A keyword as it would be written in a catalog: without the words of a question, with numbers in digits, lengths in millimetres, and signs
 * between sizes as blanks. 请问优八十四 2.2厘米 多少钱 → u84 22.
 */
export function normaliseKeywordAsInCatalog(keyword: string): string {
  let text = normaliseSearchText(keyword).replace(/㎜/g, 'mm').replace(/\s+/g, ' ')
  for (const [sound, letter] of SPOKEN_LETTERS) text = text.replace(sound, letter)
  text = writeNumerals(text.replace(/个(?=毫米|厘米|公分)/g, ''))
  text = writeLengths(text)
  text = text.replace(/(?:零下|负) ?(\d)/g, '-$1').replace(/(\d) ?号/g, '$1# ')
  text = text
    .replace(QUESTION_WORDS, ' ')
    .replace(/[φф∅ø⌀]|直径/g, ' ')
    .trim()
  text = text.replace(/\p{Script=Han}+/gu, (run: string, at: number) => trimParticles(run, at === 0))
  return separateSizes(text).replace(/\s+/g, ' ').trim()
}

/** Signs that look alike when a text is read by a machine or typed from paper. */
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', b: '8' }

/** Writes a code with one sign for all that look alike: c3l and c31 → c31; u84-3o → u8430. */
export const unifyLookalikeCharacters = (code: string): string => code.replace(/[oqilzsb]/g, (sign) => LOOKALIKES[sign] ?? sign)
