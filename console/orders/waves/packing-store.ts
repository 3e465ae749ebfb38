import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { WavePacking, WavePackingOrder } from '#contract/orders/waves/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatError } from '#ui/format-error.ts'
import { LoginPendingError } from '#ui/send.ts'
import { markWeightRefused, setDeskWeighing } from './packing/desk-weight.ts'
import type { OpenParcel, PackingDeskState, ScanResult } from './packing/open-parcel.ts'
import {
  allowShippingIncompleteParcel,
  chooseBatchOfLine,
  computeScanResult,
  createPackingDeskState,
  discardOpenParcel,
  markParcelShipped,
  markShipmentRefused,
  restoreOpenParcel,
  toShippedLines,
} from './packing-desk.ts'

/** What the desk needs of the outside: the call, the sound, and a reading of the wave anew. */
export interface PackingDeskServices {
  ship: (shipment: Omit<InputOf<typeof consoleWaveEndpoints.ship>, 'id'>) => Promise<unknown>
  beep: (tone: 'good' | 'bad') => void
  refetch: () => void
  /** Keeps the carrier for the next time. */
  keepCarrier: (carrier: string) => void
  /** Keeps whether parcels are weighed on this device. */
  keepWeighing: (isWeighing: boolean) => void
  /** Keeps what was scanned into the open box, until it is shipped or emptied (undefined), and returns what is kept. */
  keepBox: (box: SavedOpenParcel | undefined) => void
  readBox: () => SavedOpenParcel | undefined
}

/** The open box as it is kept: it survives a reload of the page. */
export interface SavedOpenParcel extends Pick<OpenParcel, 'counted' | 'short' | 'chosen'>, Partial<Pick<OpenParcel, 'weight'>> {
  orderNo: string
}

/** An order without what may change while it is packed: proposed batches, and the weights of its goods. */
const formatWithoutBatchesAndWeights = (order: WavePackingOrder | undefined): string =>
  JSON.stringify(order, (name, value) => (name === 'batches' || name === 'weightGrams' ? undefined : value))

const toSavedParcel = ({ order, counted, short, chosen, weight }: OpenParcel): SavedOpenParcel => ({
  orderNo: order.orderNo,
  counted,
  short,
  chosen,
  weight,
})

export interface PackingDeskView {
  desk: PackingDeskState
  /** A parcel is being registered. */
  sending: boolean
}

/**
 * The desk with its server. A scanner is faster than a call, so scans wait in a queue while a parcel is registered; each finds the desk as
 * the one before has left it. If a parcel is refused, what was scanned after it is dropped, because it belonged to the next one.
 */
export class PackingDeskStore {
  private view: PackingDeskView
  private readonly watchers = new Set<() => void>()
  private queue: string[] = []
  private isBusy = false
  private outside: PackingDeskServices

  constructor(outside: PackingDeskServices, { carrier, isWeighing, ...packing }: WavePacking & { carrier: string; isWeighing: boolean }) {
    this.outside = outside
    this.view = { desk: restoreOpenParcel(createPackingDeskState(packing, carrier, isWeighing), outside.readBox()), sending: false }
    // A kept box whose order has left is of no use any more.
    if (!this.view.desk.parcel) outside.keepBox(undefined)
  }

  readonly subscribe = (watcher: () => void) => {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }
  readonly read = (): PackingDeskView => this.view

  private show(desk: PackingDeskState, sending = false): void {
    const { parcel } = desk
    if (parcel !== this.view.desk.parcel) this.outside.keepBox(parcel && toSavedParcel(parcel))
    this.view = { desk, sending }
    for (const watcher of this.watchers) watcher()
  }

  /**
   * Takes orders that were read again. The open parcel is emptied if its order is gone or has changed; what the desk says stays. Other batches
   * that are proposed for it are no change: they are taken, and what was scanned stays.
   */
  readonly take = ({ orders, lying, weightTolerance }: WavePacking): void => {
    const { desk } = this.view
    if (desk.orders === orders && desk.lying === lying) return
    const { parcel } = desk
    const now = parcel && orders.find(({ orderNo }) => orderNo === parcel.order.orderNo)
    const isSame = parcel !== undefined && formatWithoutBatchesAndWeights(now) === formatWithoutBatchesAndWeights(parcel.order)
    const kept = parcel && now && isSame ? Object.assign({}, parcel, { order: now }) : undefined
    this.show(Object.assign({}, desk, { orders, lying, weightTolerance, parcel: kept }))
  }

  readonly scan = (text: string): Promise<void> => {
    this.queue.push(text)
    return this.drain()
  }
  readonly setCarrier = (carrier: string): void => this.show(Object.assign({}, this.view.desk, { carrier }))
  readonly setWeighing = (isWeighing: boolean): void => {
    this.outside.keepWeighing(isWeighing)
    this.show(setDeskWeighing(this.view.desk, isWeighing))
  }
  readonly chooseBatch = (lineNo: number, batchId: string | undefined): void =>
    this.show(chooseBatchOfLine(this.view.desk, { lineNo, batchId }))
  readonly clear = (): void => this.show(discardOpenParcel(this.view.desk))
  readonly shipShort = (): void => this.show(allowShippingIncompleteParcel(this.view.desk))

  private async drain(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      const result = computeScanResult(this.view.desk, next)
      if (result.trackingNo === undefined) {
        this.show(result.state)
        this.outside.beep(result.state.notice.tone === 'bad' ? 'bad' : 'good')
      } else await this.ship(result)
    }
    this.isBusy = false
  }

  private async ship({ state, trackingNo = '', sharedWaybill }: ScanResult): Promise<void> {
    const { parcel, lying, carrier, isWeighing } = state
    if (!parcel) return
    const { enterpriseId, orderNo } = parcel.order
    const weight = isWeighing ? parcel.weight : undefined
    const weighed = { weighedGrams: weight?.grams, weightConfirmed: weight?.state === 'confirmed' || undefined }
    const lines = toShippedLines({ parcel, lying })
    this.show(state, true)
    try {
      await this.outside.ship({ enterpriseId, orderNo, carrier, trackingNo, sharedWaybill, ...weighed, lines })
      this.outside.keepCarrier(carrier)
      this.show(markParcelShipped(this.view.desk, trackingNo))
      this.outside.beep('good')
      // What was taken instead of the proposed batch may be proposed for an order that waits.
      if (Object.values(parcel.chosen).some((batchId) => batchId !== undefined)) this.outside.refetch()
    } catch (error) {
      this.refused(error, trackingNo)
    }
  }

  private refused(error: unknown, trackingNo: string): void {
    this.queue = []
    const isLogin = error instanceof LoginPendingError
    const isWeightRefused = error instanceof Refusal && error.reason === 'WEIGHT_DIFFERS'
    const isUsed = error instanceof Refusal && error.reason === 'WAYBILL_IN_USE'
    const text = isLogin ? '请重新登录后再扫运单号' : formatError(error)
    const { desk } = this.view
    this.show(isWeightRefused ? markWeightRefused(desk, text) : markShipmentRefused(desk, { text, asked: isUsed ? trackingNo : undefined }))
    this.outside.beep('bad')
    // The order has changed, or is gone.
    if (error instanceof Refusal && !isUsed && !isWeightRefused) this.outside.refetch()
  }
}
