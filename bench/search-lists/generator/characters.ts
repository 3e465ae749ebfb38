// Ways of writing a character: full width, misread, wrong by sound or shape, traditional.
import { type SeededRandom, shuffle } from './choices.ts'

/** Parses a table "a:b c:de": what is written for a, and for c. */
export const parseReplacementTable = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => entry.split(':')),
  )

/** Writes the visible ASCII characters of a text in full width. */
export const toFullWidth = (text: string): string =>
  [...text]
    .map((character) => {
      const code = character.charCodeAt(0)
      return code > 32 && code < 127 ? String.fromCharCode(code + 0xfee0) : character
    })
    .join('')

/** Characters that OCR takes for each other. */
const MISREAD = parseReplacementTable('0:O O:0 1:l I:1 8:B B:8 5:S S:5')

/** Returns the text with up to this number of misread characters; undefined if it has none that can be. The KT- of a code stays. */
export function replaceByMisreadCharacters(random: SeededRandom, text: string, most: number): string | undefined {
  const first = text.startsWith('KT-') ? 3 : 0
  const characters = [...text]
  const places = characters.flatMap((character, at) => (at >= first && character in MISREAD ? [at] : []))
  const changed = shuffle(random, places).slice(0, most)
  if (changed.length === 0) return undefined
  return characters.map((character, at) => (changed.includes(at) ? (MISREAD[character] ?? character) : character)).join('')
}

/** What is typed for a character by sound. */
const SOUNDS = parseReplacementTable(`
  截:节洁街 齿:尺此耻 采:彩踩 煤:媒没 掘:绝决 进:近 旋:悬炫 挖:哇 铣:洗喜 刨:爆炮 牙:芽 轮:论 座:坐
  脂:酯 锂:理 焊:汗 簧:黄 垫:店 乳:汝 弹:蛋 楔:歇 球:求 珠:猪 液:夜 柴:材 尿:鸟 素:速 降:将 磨:摩
  块:快 筒:桶 斗:抖 镶:香 锥:追
`)

/** What is typed or read for a character by shape. */
const SHAPES = parseReplacementTable(`
  截:裁载 齿:龄 煤:媒谋 掘:崛倔 旋:施 挖:控 铣:锐统 刨:创 牙:芽 轮:伦抡 座:痤 焊:悍捍 簧:潢 垫:执
  拔:拨 柴:紫 楔:锲 硬:便 珠:株 锥:推 脂:指 润:闰 刀:力 液:掖 筒:简 块:决 镶:镙 弹:禅 采:釆 进:井
`)

const TRADITIONAL = parseReplacementTable(`
  动:動 锤:錘 复:複 结:結 构:構 钢:鋼 稳:穩 剂:劑 钨:鎢 采:採 齿:齒 进:進 铣:銑 轮:輪 车:車 质:質
  锥:錐 弹:彈 头:頭 条:條 锂:鋰 润:潤 压:壓 机:機 钻:鑽 块:塊 镶:鑲 挡:擋 垫:墊 换:換 载:載 冲:沖
  销:銷 黄:黃 铜:銅
`)

/** Writes one character of a word as another of the table; empty if the table has none of them. */
function replaceOne(random: SeededRandom, word: string, table: ReturnType<typeof parseReplacementTable>): string {
  const characters = [...word]
  const [place] = shuffle(
    random,
    characters.flatMap((character, at) => (character in table ? [at] : [])),
  )
  if (place === undefined) return ''
  const other = random.pick([...(table[characters[place] ?? ''] ?? '')])
  return characters.with(place, other).join('')
}

/** Returns the word with one character of the same sound; empty if it has none. */
export const misspellBySound = (random: SeededRandom, word: string): string => replaceOne(random, word, SOUNDS)
/** Returns the word with one character of a similar shape; empty if it has none. */
export const misspellByShape = (random: SeededRandom, word: string): string => replaceOne(random, word, SHAPES)

/** Returns the text in traditional characters, and how many of them differ from the simplified ones. */
export function toTraditional(text: string): { text: string; changed: number } {
  const written = [...text].map((character) => TRADITIONAL[character] ?? character)
  return { text: written.join(''), changed: [...text].filter((character, at) => character !== written[at]).length }
}
