// Reads and writes the table `punch_out_setup`.
import type { PunchOutProtocol, PunchOutSetup } from '#contract/integration/integration/punch-out/shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { areSameDigests } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** What the owner decides, with the person of the sub-account. */
export interface PunchOutSetupInput
  extends Omit<
    PunchOutSetup,
    'subAccountId' | 'subAccountName' | 'active' | 'userName' | 'createdAt' | 'lastUsedAt' | 'lastUsedIp' | 'oldSecretUntil'
  > {
  userId: string
}

export interface PunchOutSetupRecord extends PunchOutSetupInput {
  enterpriseId: string
  active: boolean
  userName: string
  secretHash: Buffer
  oldSecretHash: Buffer | null
  oldSecretUntil: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedIp: string | null
}

const setups = (db: Db) => db.selectFrom('punch_out_setup').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof setups>['executeTakeFirstOrThrow']>>

const setupFrom = (row: Row): PunchOutSetupRecord => ({
  enterpriseId: row.enterprise_id,
  protocol: row.protocol,
  active: row.active,
  userName: row.user_name,
  fromDomain: row.from_domain,
  fromIdentity: row.from_identity,
  senderDomain: row.sender_domain,
  senderIdentity: row.sender_identity,
  secretHash: row.secret_hash,
  oldSecretHash: row.old_secret_hash,
  oldSecretUntil: row.old_secret_until,
  userId: row.user_id,
  returnHosts: row.return_hosts,
  onCredit: row.on_credit,
  addressId: row.address_id,
  projectId: row.project_id,
  costCentre: row.cost_centre,
  vendorNumber: row.vendor_number,
  materialGroup: row.material_group,
  unitCodes: row.unit_codes as PunchOutSetup['unitCodes'],
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedIp: row.last_used_ip,
})

export async function findPunchOutSetup(db: Db, enterpriseId: string): Promise<PunchOutSetupRecord | undefined> {
  const row = await setups(db).where('enterprise_id', '=', enterpriseId).executeTakeFirst()
  return row && setupFrom(row)
}

/** Locks a setup against changes until the transaction ends: what is opened by it is opened before the change, which then ends it. */
export async function lockPunchOutSetup(tx: Tx, enterpriseId: string): Promise<PunchOutSetupRecord | undefined> {
  const row = await setups(tx).where('enterprise_id', '=', enterpriseId).forShare().executeTakeFirst()
  return row && setupFrom(row)
}

/** Finds the setups with an OCI user name: one, unless two random names are the same. */
export async function findPunchOutSetupsByUserName(db: Db, userName: string): Promise<PunchOutSetupRecord[]> {
  const rows = await setups(withoutTenantGuard(db, 'in public')).where('user_name', '=', userName).where('protocol', '=', 'OCI').execute()
  return rows.map(setupFrom)
}

/** The credentials of a cXML header. */
export interface CxmlIdentities {
  fromDomain: string
  fromIdentity: string
  senderDomain: string
  senderIdentity: string
}

/**
 * Finds the setups with these identities. Nobody proves that an identity is his, so several companies may have entered the same one; only
 * the secret tells them apart. With a digest those that have it now or have had it before; without one at most two.
 */
export async function findPunchOutSetupsByIdentities(db: Db, given: CxmlIdentities, digest?: Buffer): Promise<PunchOutSetupRecord[]> {
  const found = setups(withoutTenantGuard(db, 'in public'))
    .where('from_identity', '=', given.fromIdentity)
    .where('from_domain', '=', given.fromDomain)
    .where('sender_identity', '=', given.senderIdentity)
    .where('sender_domain', '=', given.senderDomain)
    .where('protocol', '=', 'CXML')
  const chosen = digest
    ? found.where((eb) => eb.or([eb('secret_hash', '=', digest), eb('old_secret_hash', '=', digest)]))
    : found.orderBy('created_at').limit(2)
  return (await chosen.execute()).map(setupFrom)
}

/** Whether a digest is that of the setup's secret, or of the one before while that is still accepted. */
export function isSecretOfPunchOutSetup(setup: PunchOutSetupRecord, { now }: Moment, digest: Buffer): boolean {
  if (areSameDigests(setup.secretHash, digest)) return true
  const { oldSecretHash, oldSecretUntil } = setup
  return oldSecretHash !== null && oldSecretUntil !== null && oldSecretUntil > now && areSameDigests(oldSecretHash, digest)
}

const columnsOf = (input: PunchOutSetupInput) => ({
  protocol: input.protocol as PunchOutProtocol,
  from_domain: input.fromDomain,
  from_identity: input.fromIdentity,
  sender_domain: input.senderDomain,
  sender_identity: input.senderIdentity,
  user_id: input.userId,
  return_hosts: input.returnHosts,
  on_credit: input.onCredit,
  address_id: input.addressId,
  project_id: input.projectId,
  cost_centre: input.costCentre,
  vendor_number: input.vendorNumber,
  material_group: input.materialGroup,
  unit_codes: JSON.stringify(input.unitCodes),
})

export async function insertPunchOutSetup(
  tx: Tx,
  moment: Moment,
  { enterpriseId, createdBy, userName, secretHash, input }: NewPunchOutSetup,
): Promise<void> {
  await tx
    .insertInto('punch_out_setup')
    .values({
      enterprise_id: enterpriseId,
      ...columnsOf(input),
      active: true,
      user_name: userName,
      secret_hash: secretHash,
      created_by: createdBy,
      created_at: moment.now,
    })
    .execute()
}

interface NewPunchOutSetup {
  enterpriseId: string
  createdBy: string
  userName: string
  secretHash: Buffer
  input: PunchOutSetupInput
}

const update = (db: Db, enterpriseId: string) => db.updateTable('punch_out_setup').where('enterprise_id', '=', enterpriseId)

export async function updatePunchOutSetupRow(tx: Tx, enterpriseId: string, input: PunchOutSetupInput): Promise<void> {
  await update(tx, enterpriseId).set(columnsOf(input)).execute()
}

export async function updatePunchOutSetupActiveColumn(tx: Tx, enterpriseId: string, active: boolean): Promise<void> {
  await update(tx, enterpriseId).set({ active }).execute()
}

/** Replaces the secret. The former one is accepted until the given time. */
export async function replacePunchOutSecret(
  tx: Tx,
  setup: Pick<PunchOutSetupRecord, 'enterpriseId' | 'secretHash'>,
  { secretHash, until }: { secretHash: Buffer; until: Date },
): Promise<void> {
  await update(tx, setup.enterpriseId)
    .set({ secret_hash: secretHash, old_secret_hash: setup.secretHash, old_secret_until: until })
    .execute()
}

export async function recordPunchOutSetupUse(db: Db, moment: Moment, enterpriseId: string, ip: string): Promise<void> {
  await update(db, enterpriseId).set({ last_used_at: moment.now, last_used_ip: ip }).execute()
}
