/**
 * Owns the rule that some decisions take two people, and the record of who has a hold on the account of whom.
 * Writes the table `staff_intervention`.
 * Never carries out what two people decide.
 */

export { areIndependentPeople, recordStaffAccountIntervention, requireSecondPerson } from './second-person.ts'
