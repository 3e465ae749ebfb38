import sharp from 'sharp'
import { isIdNumber, isUnifiedCreditCode } from '#contract/people/verification/checks.ts'

/** Appends the check character that makes a valid number. */
function withCheck(text: string, letters: string, isRight: (number: string) => boolean): string {
  const number = [...letters].map((letter) => text + letter).find(isRight)
  if (number === undefined) throw new Error(`${text} cannot become a number`)
  return number
}

/** An ID number with a valid check digit that belongs to nobody: its first six digits are not a place. */
export const createIdNumber = (birthday: string, seq: number): string =>
  withCheck(`990000${birthday.replaceAll('-', '')}${String(seq).padStart(3, '0')}`, '0123456789X', isIdNumber)

/** A unified credit code from its first seventeen characters. */
export const createUnifiedSocialCreditCode = (stem: string): string =>
  withCheck(stem, '0123456789ABCDEFGHJKLMNPQRTUWXY', isUnifiedCreditCode)

/** 样本 as strokes on a grid of 200 × 100, so that no font is needed. */
const SAMPLE = [
  ...[
    'M8 30H44',
    'M26 8V94',
    'M26 32L8 62',
    'M26 34L42 52',
    'M58 10L66 24',
    'M88 8L78 24',
    'M52 28H96',
    'M56 48H92',
    'M48 68H98',
    'M74 28V94',
  ],
  ...['M110 30H190', 'M150 8V94', 'M150 32L110 74', 'M150 32L190 74', 'M134 72H166'],
].join('')

export type SampleDocumentKind = 'idFront' | 'idBack' | 'licence' | 'cashFlow' | 'signedReceipt'

const sizes: Record<SampleDocumentKind, readonly [width: number, height: number]> = {
  idFront: [640, 400],
  idBack: [640, 400],
  licence: [560, 760],
  cashFlow: [560, 760],
  signedReceipt: [760, 560],
}

const rows = (x: number, y: number, widths: readonly number[], step = 44): string =>
  widths.map((width, at) => `<rect x="${x}" y="${y + at * step}" width="${width}" height="14" rx="7" fill="#9aa7a0"/>`).join('')

const insides: Record<SampleDocumentKind, string> = {
  idFront: `${rows(60, 70, [150, 220, 260, 300, 240])}<circle cx="510" cy="150" r="54" fill="#c3ccc6"/><path d="M420 300a90 84 0 0 1 180 0z" fill="#c3ccc6"/>${rows(60, 340, [420])}`,
  idBack: `<circle cx="140" cy="130" r="64" fill="#d8b4a0"/>${rows(250, 90, [300, 240])}${rows(120, 290, [400, 340])}`,
  licence: `<circle cx="280" cy="110" r="52" fill="#d8b4a0"/>${rows(180, 190, [200])}${rows(70, 270, [420, 360, 400, 300, 380, 340])}<circle cx="430" cy="640" r="70" fill="none" stroke="#c9a08a" stroke-width="8"/>`,
  cashFlow: rows(50, 80, [460, 430, 450, 440, 460, 420, 450, 430, 460, 440, 450, 430, 460], 48),
  signedReceipt: `${rows(60, 60, [260])}${rows(60, 140, [640, 600, 620, 560], 56)}<path d="M80 470q30-70 60-10t50-20 40 20 50-30" fill="none" stroke="#33506b" stroke-width="6" stroke-linecap="round"/><circle cx="600" cy="430" r="70" fill="none" stroke="#c9a08a" stroke-width="8"/>`,
}

/** Draws a sample identity document, clearly marked 样本. PNG of some 25 kilobytes. `shade` 0–359 makes different ones. */
export function drawSampleDocument(kind: SampleDocumentKind, shade = 150): Promise<Buffer> {
  const [width, height] = sizes[kind]
  const mark = `<g transform="translate(${width / 2} ${height / 2}) rotate(-18) scale(1.7) translate(-100 -50)" fill="none" stroke="#b3261e" stroke-width="9" stroke-linecap="round" opacity=".6"><path d="${SAMPLE}"/></g>`
  const sheet = `<rect width="100%" height="100%" fill="hsl(${shade} 24% 92%)"/><rect x="14" y="14" width="${width - 28}" height="${height - 28}" rx="18" fill="none" stroke="hsl(${shade} 20% 70%)" stroke-width="4"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sheet}${insides[kind]}${mark}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
