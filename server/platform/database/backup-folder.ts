import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'

/** What lies in a backup's folder: a `base-…` per full backup, and beside them the WAL and the uploaded files of all. */
export const WAL_FOLDER = 'wal'
export const UPLOADS_FOLDER = 'files'
export const SHIPMENTS_FILE = 'wal/shipments.jsonl'
export const MANIFEST_FILE = 'manifest.json'
const FORMAT = 1

/** One full copy of a cluster, as it was written. */
export interface BaseBackup {
  format: number
  systemId: string
  /** Of the secrets that open it, which are not in it. */
  secretHash: string
  /** ISO: it can be restored to any moment from its end on. */
  startedAt: string
  finishedAt: string
  /** The first segment that it needs, and the last. */
  firstWal: string
  lastWal: string
  walBytes: number
  folders: string[]
  files: { path: string; bytes: number; sha256: string }[]
}

/** Until when a segment, with all before it, has everything that was committed. */
export interface WalShipment {
  at: string
  wal: string
}

export const secretHashOf = (secret: string): string => createHash('sha256').update(`mall backup ${secret}`).digest('hex')

/** The whole second before a moment, by Shanghai's clock, for the people who read what we print; they may type it as it is. */
export const formatBackupTime = (iso: string, moreMs = 0): string => formatShanghaiTime(new Date(Date.parse(iso) + moreMs))

/** Reads a moment as people type it, by Shanghai's clock where no zone is said, into the form in which backups note theirs. */
export function parseRestoreTime(text: string): string {
  const [, day, time = '', seconds = ':00', fraction = '', zone = '+08:00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim()) ?? []
  const at = Date.parse(`${day}T${time}${seconds}${zone}`)
  if (Number.isNaN(at)) throw new Error(`--until 应形如 "2026-11-21 18:30:00"（北京时间），而不是 ${text}`)
  return `${new Date(at).toISOString().slice(0, 19)}.${fraction.slice(1).padEnd(6, '0')}Z`
}

function readBase(folder: string, name: string): BaseBackup {
  const file = path.join(folder, name, MANIFEST_FILE)
  let base: BaseBackup
  try {
    base = JSON.parse(readFileSync(file, 'utf8')) as BaseBackup
  } catch {
    throw new Error(`备份 ${name} 已损坏：读不了 ${file}`)
  }
  if (base.format !== FORMAT) throw new Error(`备份 ${name} 是别的版本做的，本程序读不了`)
  return base
}

/** The full backups of a folder, the latest last. */
export function listBaseBackups(folder: string): { name: string; base: BaseBackup }[] {
  if (!existsSync(folder)) throw new Error(`没有文件夹 ${folder}`)
  const names = readdirSync(folder).filter((name) => /^base-\d{8}T\d{6}Z$/.test(name))
  return names.sort().map((name) => ({ name, base: readBase(folder, name) }))
}

/** Which full backup to begin with: the latest that was complete by the moment, the latest of all for no moment. */
export function chooseBaseBackup(folder: string, until: string | undefined): { name: string; base: BaseBackup } {
  const bases = listBaseBackups(folder)
  const first = bases[0]
  if (!first) throw new Error(`${folder} 里没有备份`)
  const chosen = bases.findLast(({ base }) => until === undefined || base.finishedAt <= until)
  if (!chosen) throw new Error(`最早只能恢复到 ${formatBackupTime(first.base.finishedAt, 999)}`)
  return chosen
}

/** Refuses a base of which a file is missing or has another size, before anything is made of it. Contents are checked while they are copied. */
export function requireCompleteBackup(folder: string, { name, base }: { name: string; base: BaseBackup }): void {
  for (const { path: file, bytes } of base.files) {
    const at = path.join(folder, name, 'cluster', file)
    if (!existsSync(at)) throw new Error(`备份 ${name} 不完整：缺少文件 ${file}`)
    if (statSync(at).size !== bytes) throw new Error(`备份 ${name} 已损坏：文件 ${file} 的大小不对`)
  }
}

/** The name of the segment after another one. */
function nextWal(name: string): string {
  const number = (BigInt(`0x${name.slice(8, 16)}`) << 8n) + BigInt(`0x${name.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(number >> 8n) + hex(number & 255n)
}

function readShipments(folder: string): WalShipment[] {
  const file = path.join(folder, SHIPMENTS_FILE)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as WalShipment).sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** The segments that a base needs to come to a moment, or to the last that was shipped; refuses where one is missing, and says how far it goes. */
export function chooseWalSegments(folder: string, base: BaseBackup, until: string | undefined): string[] {
  const there = new Set(existsSync(path.join(folder, WAL_FOLDER)) ? readdirSync(path.join(folder, WAL_FOLDER)) : [])
  const timeline = base.firstWal.slice(0, 8)
  const shipments = readShipments(folder).filter(({ wal }) => wal.startsWith(timeline) && wal >= base.lastWal)
  const last = until === undefined ? shipments.at(-1) : shipments.find(({ at }) => at >= until)
  const chain: string[] = []
  for (let wal = base.firstWal; wal <= (last?.wal ?? base.lastWal); wal = nextWal(wal)) {
    if (!there.has(`${wal}.gz`)) throw new Error(`备份不完整：缺少 WAL ${wal}${reachOf(shipments, wal)}`)
    chain.push(wal)
  }
  if (until !== undefined && !last) throw new Error(`备份里的记录只到 ${formatBackupTime(shipments.at(-1)?.at ?? base.finishedAt)}`)
  return chain
}

/** How far one can go in spite of a segment that is missing. */
function reachOf(shipments: readonly WalShipment[], missing: string): string {
  const before = shipments.findLast(({ wal }) => wal < missing)
  return before ? `，只能恢复到 ${formatBackupTime(before.at)}（--until）` : ''
}
