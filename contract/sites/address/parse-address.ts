import { trimEndMatching } from '#contract/platform/core/trim-end.ts'
import { findRegionInText, type RegionNamesByCode } from './regions.ts'

/** The parts of an address in a text. A part that is not in the text is empty; nothing is invented. */
export interface ParsedAddress {
  name: string
  mobile: string
  /** The code of a district, or of a city or a province if the text has no more; '' if it has no region. */
  areaCode: string
  detail: string
}

export const ADDRESS_TEXT_MAX = 500

const LABELS = {
  name: /(?:收货人|收件人|联系人|姓名)(?:姓名|名称)?\s*[:：]?\s*/g,
  mobile: /(?:联系|收货人|收件人)?(?:手机号码|手机号|手机|电话号码|电话|联系方式)\s*[:：]?\s*/g,
  region: /(?:所在地区|所在区域|收货地区|省市区|地区)\s*[:：]?\s*/g,
  detail: /(?:详细地址|收货地址|收件地址|街道地址|地址)\s*[:：]?\s*/g,
} as const
const POSTCODE = /(?:邮政编码|邮编)\s*(?:[:：]\s*)?\d{6}/g

/**
 * Labels and list marks become line breaks. The label of a name becomes its own marker, because the text after it is the name in any case.
 */
const NAME_SIGN = '\u0001'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed before the marker is inserted
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Converts full-width letters and digits to half-width and removes invisible characters. Everything that is found is a part of this text.
 */
export const normaliseAddressText = (text: string): string =>
  [...text.toWellFormed().normalize('NFKC')].slice(0, ADDRESS_TEXT_MAX).join('').replace(/\r\n?/g, '\n').replace(INVISIBLE, '')

function withoutLabels(text: string): string {
  return text
    .replace(POSTCODE, '\n')
    .replace(LABELS.mobile, '\n')
    .replace(LABELS.name, `\n${NAME_SIGN}`)
    .replace(LABELS.region, '\n')
    .replace(LABELS.detail, '\n')
    .replace(/[,，;；。|\t]+/g, '\n')
}

const MOBILE = /(?<!\d)(?:\+?86[\s-]?)?(1[3-9]\d[\s-]?\d{4}[\s-]?\d{4})(?!\d)/

/** Words that distinguish a place or a company from a person. */
const PLACE_WORD =
  /[路街道巷弄号楼栋幢室层区县镇乡村屯组矿厂库店园城港站场院部组队局所]|大厦|广场|公司|集团|仓储|仓库|工地|项目|中心|车间|门岗|小区|公寓|对面|旁边|附近/
const PERSON = /^(?:[\p{Script=Han}]{2,4}|[\p{Script=Han}]{1,8}·[\p{Script=Han}]{1,10})$/u
const TITLED = /^[\p{Script=Han}]{1,3}(?:先生|女士|小姐|经理|老板|师傅|主任|总|工)$/u

const looksLikeName = (text: string): boolean => TITLED.test(text) || (PERSON.test(text) && !PLACE_WORD.test(text))

interface Piece {
  text: string
  /** Comes after a label for names. */
  named: boolean
  /** Comes after the region. */
  after: boolean
}

const SEPARATOR = /[\s:：,、/_-]/

const tidy = (text: string): string =>
  trimEndMatching(text.replaceAll(NAME_SIGN, ''), SEPARATOR)
    .replace(/^[\s:：,、/_-]+/, '')
    .replace(/\s+/g, ' ')

function piecesOf(text: string, after: boolean): Piece[] {
  return text
    .split('\n')
    .flatMap((line) => (line.includes(NAME_SIGN) ? [line] : line.split(/\s+/)))
    .map((part) => ({ text: tidy(part), named: part.includes(NAME_SIGN), after }))
    .filter((piece) => piece.text !== '')
}

/** A labelled name with more text on its line: '张三 宝龙街道' has the name 张三. */
function splitNamed(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (!piece.named) return [piece]
    const [first = '', ...rest] = piece.text.split(' ')
    const latin = /^[A-Za-z.' ]+$/.test(piece.text)
    return latin || rest.length === 0
      ? [piece]
      : [{ ...piece, text: first }, ...rest.map((text) => ({ text, named: false, after: piece.after }))]
  })
}

/**
 * Parses name, mobile, region and detail from a text, in any order: '张三 13800000000 广东省深圳市福田区福华路 1 号'. It is a pure function. Every part is
 * contained in `normalize(text)`. If a region is ambiguous, it stays empty.
 */
export function parseAddress(text: string, regions: RegionNamesByCode): ParsedAddress {
  const plain = withoutLabels(normaliseAddressText(text))
  const mobile = MOBILE.exec(plain)
  const rest = mobile ? `${plain.slice(0, mobile.index)}\n${plain.slice(mobile.index + mobile[0].length)}` : plain
  const region = findRegionInText(rest, regions)
  const pieces = splitNamed([
    ...piecesOf(rest.slice(region ? region.to : 0), region !== undefined),
    ...piecesOf(region ? rest.slice(0, region.from) : '', false),
  ])
  const before = pieces.filter(({ after }) => !after)
  // A name usually comes before the region. After the region, the last short word is more likely than the first.
  const name =
    pieces.find(({ named }) => named) ??
    before.find((piece) => looksLikeName(piece.text)) ??
    pieces.filter(({ after }) => after).findLast((piece) => looksLikeName(piece.text))
  const detail = pieces.filter((piece) => piece !== name).map((piece) => piece.text)
  return {
    name: name?.text ?? '',
    mobile: mobile?.[1]?.replace(/[\s-]/g, '') ?? '',
    areaCode: region?.areaCode ?? '',
    detail: detail.join(' '),
  }
}
