export { type CarrierTracking, noCarrierTracking, type TrackingReport } from './carrier-tracking.ts'
export { kuaidi100 } from './kuaidi100.ts'
