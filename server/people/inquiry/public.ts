/**
 * Owns the inquiries of guests and members.
 * Writes the table `inquiry`.
 * Never shows a mobile number without recording who has seen it.
 */

export { erasePersonalDataFromInquiries } from './inquiries.ts'
