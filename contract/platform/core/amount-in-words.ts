import type { Fen } from './money.ts'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟'] as const
/**
 * Returns the word of a group of four digits. If the part below 亿 is zero, nothing else says that 万 counts 亿, so the highest group names
 * both.
 */
const groupWord = (place: number, yuan: number): string => {
  if (place < 3) return ['', '万', '亿'][place] ?? ''
  return Math.floor(yuan / 10_000 ** 2) % 10_000 === 0 ? '万亿' : '万'
}

/** Up to four digits without their group's word: 1020 → 壹仟零贰拾. One 零 stands for any number of zeros inside, none for those at the end. */
function groupInCapitals(group: number): string {
  const digits = [...String(group)].map(Number)
  let text = ''
  let gap = false
  for (const [at, digit] of digits.entries()) {
    if (digit === 0) gap = true
    else {
      text += `${gap ? '零' : ''}${DIGITS[digit]}${PLACES[digits.length - 1 - at]}`
      gap = false
    }
  }
  return text
}

/** Whole yuan without 元; '' for zero. A group with less than four digits, or after an empty group, is preceded by 零. */
function yuanInCapitals(yuan: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const group = Math.floor(yuan / 10_000 ** place) % 10_000
    if (group === 0) gap = true
    else {
      const joined = text !== '' && (gap || group < 1_000)
      text += `${joined ? '零' : ''}${groupInCapitals(group)}${groupWord(place, yuan)}`
      gap = false
    }
  }
  return text
}

/**
 * An amount in Chinese capitals, as accounting documents write it against forgery: 123456 → 壹仟贰佰叁拾肆元伍角陆分, 100 → 壹元整, 5 → 伍分. 整 ends an
 * amount without 分, and 零 takes the place of 角 if it is zero and 分 is not. A negative amount begins with 负.
 */
export function formatAmountInWords(amount: Fen): string {
  const whole = Math.abs(amount)
  const [yuan, jiao, last] = [Math.floor(whole / 100), Math.floor(whole / 10) % 10, whole % 10]
  if (whole === 0) return '零元整'
  const head = yuan === 0 ? '' : `${yuanInCapitals(yuan)}元`
  const middle = jiao > 0 ? `${DIGITS[jiao]}角` : head !== '' && last > 0 ? '零' : ''
  return `${amount < 0 ? '负' : ''}${head}${middle}${last > 0 ? `${DIGITS[last]}分` : '整'}`
}
