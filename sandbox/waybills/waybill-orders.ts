import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** An order for a waybill as the carrier stores it. */
export interface SandboxWaybillOrder {
  orderId: string
  kuaidicom: string
  kuaidinum: string
  kdComOrderNum: string
  cancelled: boolean
}

export interface SandboxWaybillStore {
  find(orderId: string): SandboxWaybillOrder | undefined
  findByNumber(kuaidinum: string): SandboxWaybillOrder | undefined
  all(): readonly SandboxWaybillOrder[]
  /** The next serial number, from 1. */
  next(): number
  save(order: SandboxWaybillOrder): void
}

/** The carrier's data, in a file that survives a restart. */
export function openSandboxWaybillStore(folder: string): SandboxWaybillStore {
  const file = path.join(folder, 'orders.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const orders = new Map<string, SandboxWaybillOrder>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, SandboxWaybillOrder][]) : [],
  )
  return {
    find: (orderId) => orders.get(orderId),
    findByNumber: (kuaidinum) => [...orders.values()].find((order) => order.kuaidinum === kuaidinum),
    all: () => [...orders.values()],
    next: () => orders.size + 1,
    save(order) {
      orders.set(order.orderId, order)
      writeFileSync(`${file}.new`, JSON.stringify([...orders]), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}
