import { openRowsFile, type RowsFile } from '#sandbox/rows-file.ts'

/** An order for a waybill as the carrier stores it. */
export interface SandboxWaybillOrder {
  orderId: string
  kuaidicom: string
  kuaidinum: string
  kdComOrderNum: string
  cancelled: boolean
}

/** The carrier's data: orders by their ids. */
export interface SandboxWaybillStore extends RowsFile<SandboxWaybillOrder> {
  findByNumber(kuaidinum: string): SandboxWaybillOrder | undefined
  /** The next serial number, from 1. */
  next(): number
}

export function openSandboxWaybillStore(folder: string): SandboxWaybillStore {
  const orders = openRowsFile<SandboxWaybillOrder>(folder, 'orders.json', ({ orderId }) => orderId)
  return Object.assign(orders, {
    findByNumber: (kuaidinum: string) => orders.all().find((order) => order.kuaidinum === kuaidinum),
    next: () => orders.all().length + 1,
  })
}
