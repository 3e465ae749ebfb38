// Signs a PDF by an incremental update: the bytes that are there stay as they are, and what the signature needs is added after them.

/** The objects of a PDF with a table of references, as our printouts have them. */
interface ReadPdf {
  text: string
  /** Where each object is. */
  offsets: Map<number, number>
  size: number
  root: number
  /** The rest of the trailer, which is kept: the identity of the file and its facts. */
  kept: string
  startOfTable: number
}

const need = <T>(found: T | undefined | null, what: string): T => {
  if (found === undefined || found === null) throw new Error(`the PDF has no ${what}`)
  return found
}

/** Adds the entries of the table at an offset. Those of a later update were added before, and win. */
function readTable(text: string, at: number, offsets: Map<number, number>): string {
  const [endOfSections, end] = [text.indexOf('trailer', at), text.indexOf('startxref', at)]
  if (!text.startsWith('xref', at) || endOfSections < 0 || end < endOfSections) throw new Error('the PDF has no table of objects')
  const sections = text.slice(at, endOfSections)
  const trailer = text.slice(text.indexOf('<<', endOfSections) + 2, text.lastIndexOf('>>', end))
  let next = 0
  for (const line of sections.split(/\r?\n/)) {
    const [head, count] = /^(\d+) (\d+)\s*$/.exec(line)?.slice(1) ?? []
    if (head !== undefined && count !== undefined) next = Number(head)
    const [offset, , kind] = /^(\d{10}) (\d{5}) ([nf])/.exec(line)?.slice(1) ?? []
    if (kind === undefined) continue
    if (kind === 'n' && !offsets.has(next)) offsets.set(next, Number(offset))
    next++
  }
  return trailer
}

function readPdf(bytes: Buffer): ReadPdf {
  const text = bytes.toString('latin1')
  const startOfTable = Number(need([...text.matchAll(/startxref\s+(\d+)/g)].at(-1), 'end')[1])
  const offsets = new Map<number, number>()
  const trailer = readTable(text, startOfTable, offsets)
  for (let older = /\/Prev (\d+)/.exec(trailer); older; ) older = /\/Prev (\d+)/.exec(readTable(text, Number(older[1]), offsets))
  const kept = [/\/Info \d+ 0 R/, /\/ID {0,2}\[[^\]]{0,300}\]/].map((part) => part.exec(trailer)?.[0] ?? '').join(' ')
  const numberAfter = (name: string) => Number(need(new RegExp(`/${name} (\\d+)`).exec(trailer), name)[1])
  return { text, offsets, size: numberAfter('Size'), root: numberAfter('Root'), kept, startOfTable }
}

/** The dictionary of an object, without its brackets. */
function readDictionary({ text, offsets }: ReadPdf, number: number): string {
  const start = need(offsets.get(number), `object ${number}`)
  const body = text.slice(start, text.indexOf('endobj', start))
  return body.slice(body.indexOf('<<') + 2, body.lastIndexOf('>>')).trim()
}

/** Adds a reference to an array of a dictionary, which may be missing. */
function addReference(dictionary: string, name: string, number: number): string {
  const at = dictionary.indexOf(`/${name}`)
  const isArray =
    at >= 0 &&
    dictionary
      .slice(at + name.length + 1)
      .trimStart()
      .startsWith('[')
  const end = dictionary.indexOf(']', at)
  return isArray ? `${dictionary.slice(0, end)} ${number} 0 R${dictionary.slice(end)}` : `${dictionary}\n/${name} [${number} 0 R]`
}

function findLastPage(pdf: ReadPdf): number {
  const pages = Number(need(/\/Pages (\d+)/.exec(readDictionary(pdf, pdf.root)), 'pages')[1])
  const kids = need(/\/Kids {0,2}\[([^\]]{0,9999})\]/.exec(readDictionary(pdf, pages)), 'pages')[1] ?? ''
  return Number(need([...kids.matchAll(/(\d{1,10}) 0 R/g)].at(-1), 'page')[1])
}

/** The bytes of the signature as hexadecimal digits; the rest stays zero. */
const SIGNATURE_DIGITS = 16_384
const RANGE_DIGITS = 10
const SEAL_POINTS = 78

/** A red ring with a star, where the seal of a company would be. */
const SEAL_DRAWING =
  '0.82 0.12 0.12 RG 2.4 w 3 39 m 3 59 19 75 39 75 c 59 75 75 59 75 39 c 75 19 59 3 39 3 c 19 3 3 19 3 39 c s 0.82 0.12 0.12 rg 39 56 m 43.1 44.6 l 55.2 44.3 l 45.6 36.9 l 49 25.2 l 39 32 l 29 25.2 l 32.4 36.9 l 22.8 44.3 l 34.9 44.6 l f'

const toPdfText = (text: string): string =>
  `<${Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]).toString('hex')}>`
const toPdfTime = (at: Date): string => `(D:${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z)`

interface PdfSigner {
  /** The company that signs. */
  name: string
  reason: string
  at: Date
  /** Which signature of the document it is, from 0 on. The seals lie side by side at the foot of the last page. */
  index: number
  /** Signs the bytes, without containing them. */
  sign(bytes: Buffer): Buffer
}

function buildObjects(pdf: ReadPdf, { name, reason, at, index }: PdfSigner): Map<number, string> {
  const [signature, field, drawing] = [pdf.size, pdf.size + 1, pdf.size + 2]
  const page = findLastPage(pdf)
  const left = 70 + index * 250
  const range = `[0 ${[1, 2, 3].map(() => '0'.repeat(RANGE_DIGITS)).join(' ')}]`
  const catalog = readDictionary(pdf, pdf.root)
  const form = /\/AcroForm {0,2}<<([^>]{0,2000})>>/
  const fields = addReference(form.exec(catalog)?.[1] ?? '/SigFlags 3', 'Fields', field)
  const withForm = form.test(catalog) ? catalog.replace(form, `/AcroForm <<${fields}>>`) : `${catalog}\n/AcroForm <<${fields}>>`
  return new Map([
    [
      signature,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${range} /Contents <${'0'.repeat(SIGNATURE_DIGITS)}> /M ${toPdfTime(at)} /Name ${toPdfText(name)} /Reason ${toPdfText(reason)} >>`,
    ],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${index + 1}) /V ${signature} 0 R /F 132 /P ${page} 0 R /Rect [${left} 28 ${left + SEAL_POINTS} ${28 + SEAL_POINTS}] /AP << /N ${drawing} 0 R >> >>`,
    ],
    [
      drawing,
      `<< /Type /XObject /Subtype /Form /BBox [0 0 ${SEAL_POINTS} ${SEAL_POINTS}] /Resources << >> /Length ${SEAL_DRAWING.length} >>\nstream\n${SEAL_DRAWING}\nendstream`,
    ],
    [page, `<<\n${addReference(readDictionary(pdf, page), 'Annots', field)}\n>>`],
    [pdf.root, `<<\n${withForm}\n>>`],
  ])
}

/** Writes the objects and their table after the bytes that are there. */
function appendUpdate(bytes: Buffer, pdf: ReadPdf, objects: Map<number, string>): Buffer {
  let text = '\n'
  const entries: string[] = []
  for (const [number, body] of [...objects].toSorted(([left], [right]) => left - right)) {
    entries.push(`${number} 1\n${String(bytes.length + text.length).padStart(10, '0')} 00000 n \n`)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const table = bytes.length + text.length
  text += `xref\n${entries.join('')}trailer\n<< /Size ${pdf.size + 3} /Root ${pdf.root} 0 R ${pdf.kept} /Prev ${pdf.startOfTable} >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')])
}

/** Signs a PDF. Throws if it is not one with a table of objects, or if the signature is too long. */
export function signPdf(bytes: Buffer, signer: PdfSigner): Buffer {
  const pdf = readPdf(bytes)
  const draft = appendUpdate(bytes, pdf, buildObjects(pdf, signer))
  const start = draft.indexOf('/Contents <', bytes.length) + '/Contents '.length
  const end = start + SIGNATURE_DIGITS + 2
  const numbers = [start, end, draft.length - end].map((number) => String(number).padStart(RANGE_DIGITS, '0'))
  draft.write(numbers.join(' '), draft.indexOf('/ByteRange [0 ', bytes.length) + '/ByteRange [0 '.length, 'latin1')
  const signature = signer.sign(Buffer.concat([draft.subarray(0, start), draft.subarray(end)])).toString('hex')
  if (signature.length > SIGNATURE_DIGITS) throw new Error('the signature is too long for its place')
  draft.write(signature, start + 1, 'latin1')
  return draft
}
