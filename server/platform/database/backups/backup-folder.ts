import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'

/** A backup's folder contains one `base-…` folder for each full backup, and beside them the WAL and the uploaded files of all. */
export const WAL_FOLDER = 'wal'
export const UPLOADS_FOLDER = 'files'
export const WAL_SHIPMENTS_FILE = 'wal/shipments.jsonl'
export const MANIFEST_FILE = 'manifest.json'
const FORMAT = 1

/** One full copy of a cluster. */
export interface BaseBackup {
  format: number
  systemId: string
  /** A hash of the secrets that open the backup. The secrets are not in it. */
  secretHash: string
  /** ISO. It can be restored to any moment after its end. */
  startedAt: string
  finishedAt: string
  /** The first and the last WAL segment that it needs. */
  firstWal: string
  lastWal: string
  walBytes: number
  folders: string[]
  files: { path: string; bytes: number; sha256: string }[]
}

/** The time until which a segment and all before it contain every commit. */
export interface WalShipment {
  at: string
  wal: string
}

export const computeBackupSecretHash = (secret: string): string => createHash('sha256').update(`mall backup ${secret}`).digest('hex')

/** Formats the full second before a moment in Shanghai time, for people who read the output. They can type it as it is. */
export const formatBackupTime = (iso: string, moreMs = 0): string => formatShanghaiTime(new Date(Date.parse(iso) + moreMs))

/** Parses a moment that somebody typed, in Shanghai time if it has no zone, into the format of the manifests. */
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

/** Lists the full backups of a folder, the newest last. */
export function listBaseBackups(folder: string): { name: string; base: BaseBackup }[] {
  if (!existsSync(folder)) throw new Error(`没有文件夹 ${folder}`)
  const names = readdirSync(folder).filter((name) => /^base-\d{8}T\d{6}Z$/.test(name))
  return names.sort().map((name) => ({ name, base: readBase(folder, name) }))
}

/** Chooses the full backup to start with: the newest that was complete at the moment; the newest of all if there is no moment. */
export function chooseBaseBackupForRestore(folder: string, until: string | undefined): { name: string; base: BaseBackup } {
  const bases = listBaseBackups(folder)
  const first = bases[0]
  if (!first) throw new Error(`${folder} 里没有备份`)
  const chosen = bases.findLast(({ base }) => until === undefined || base.finishedAt <= until)
  if (!chosen) throw new Error(`最早只能恢复到 ${formatBackupTime(first.base.finishedAt, 999)}`)
  return chosen
}

/**
 * Refuses a full backup with a missing file or a file of another size, before anything is restored. Contents are checked while they are
 * copied.
 */
export function requireCompleteBackup(folder: string, { name, base }: { name: string; base: BaseBackup }): void {
  for (const { path: file, bytes } of base.files) {
    const at = path.join(folder, name, 'cluster', file)
    if (!existsSync(at)) throw new Error(`备份 ${name} 不完整：缺少文件 ${file}`)
    if (statSync(at).size !== bytes) throw new Error(`备份 ${name} 已损坏：文件 ${file} 的大小不对`)
  }
}

/** The name of the segment that follows another one. */
function nextWal(name: string): string {
  const number = (BigInt(`0x${name.slice(8, 16)}`) << 8n) + BigInt(`0x${name.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(number >> 8n) + hex(number & 255n)
}

function readShipments(folder: string): WalShipment[] {
  const file = path.join(folder, WAL_SHIPMENTS_FILE)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as WalShipment).sort((one, other) => (one.at < other.at ? -1 : 1))
}

/**
 * Lists the segments that a full backup needs to reach a moment, or the last shipped segment. Refuses if one is missing, and says which
 * moment can be reached.
 */
export function listWalSegmentsForRestore(folder: string, base: BaseBackup, until: string | undefined): string[] {
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

/** The latest moment that can be reached without the missing segment. */
function reachOf(shipments: readonly WalShipment[], missing: string): string {
  const before = shipments.findLast(({ wal }) => wal < missing)
  return before ? `，只能恢复到 ${formatBackupTime(before.at)}（--until）` : ''
}
