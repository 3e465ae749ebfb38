import type { XmlElement } from '#server/integration/xml/public.ts'

/**
 * What the public document type says of the elements that we write: what may be in them in which sequence, and their attributes with
 * the values that they may have. An attribute with ! must be there.
 */
const DOCUMENT_TYPE: Readonly<Record<string, { content: RegExp; attributes?: Record<string, RegExp> }>> = {
  cXML: {
    content: /^Header (Request|Message) $/,
    attributes: { 'payloadID!': /^\S+@\S+$/, 'timestamp!': /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/, 'xml:lang': /./ },
  },
  Header: { content: /^From To Sender $/ },
  From: { content: /^(Credential )+$/ },
  To: { content: /^(Credential )+$/ },
  Sender: { content: /^(Credential )+UserAgent $/ },
  Credential: { content: /^Identity (SharedSecret )?$/, attributes: { 'domain!': /./ } },
  Identity: { content: /^$/ },
  SharedSecret: { content: /^$/ },
  UserAgent: { content: /^$/ },
  Request: { content: /^ConfirmationRequest $/, attributes: { deploymentMode: /^(production|test)$/ } },
  ConfirmationRequest: { content: /^ConfirmationHeader OrderReference (ConfirmationItem )*$/ },
  ConfirmationHeader: {
    content: /^(DocumentReference )?(Total )?(Shipping )?(Tax )?(Contact )*(Hazard )*(Comments )?(Extrinsic )*$/,
    attributes: {
      confirmID: /./,
      operation: /^(new|update)$/,
      'type!': /^(accept|allDetail|detail|backordered|except|reject|requestToPay|replace)$/,
      'noticeDate!': /^\d{4}-\d\d-\d\dT/,
    },
  },
  OrderReference: { content: /^DocumentReference $/, attributes: { orderID: /./, orderDate: /^\d{4}-\d\d-\d\dT/ } },
  DocumentReference: { content: /^$/, attributes: { 'payloadID!': /./ } },
  Comments: { content: /^$/, attributes: { 'xml:lang': /./ } },
  ConfirmationItem: { content: /^UnitOfMeasure (ConfirmationStatus )+$/, attributes: { 'quantity!': /^\d+$/, 'lineNumber!': /^\d+$/ } },
  ConfirmationStatus: {
    content: /^UnitOfMeasure (ItemIn |(UnitPrice )?(Tax )?(Shipping )?)?(Comments )?(Extrinsic )*$/,
    attributes: { 'quantity!': /^\d+$/, 'type!': /^(accept|allDetail|detail|reject|requestToPay|unknown|backordered)$/ },
  },
  UnitOfMeasure: { content: /^$/ },
  Message: { content: /^(Status )?PunchOutOrderMessage $/, attributes: { deploymentMode: /^(production|test)$/ } },
  PunchOutOrderMessage: { content: /^BuyerCookie PunchOutOrderMessageHeader (ItemIn )*$/ },
  BuyerCookie: { content: /^$/ },
  PunchOutOrderMessageHeader: {
    content: /^(SourcingStatus )?Total (ShipTo )?(Shipping )?(Tax )?(SupplierOrderInfo )?$/,
    attributes: { 'operationAllowed!': /^(create|inspect|edit)$/ },
  },
  Total: { content: /^Money (Modifications )?$/ },
  Money: { content: /^$/, attributes: { 'currency!': /^[A-Z]{3}$/ } },
  ItemIn: {
    content:
      /^ItemID (Path )?ItemDetail (SupplierID |SupplierList )?(ShipTo )?(Shipping )?(Tax )?(SpendDetail )?(Distribution )*(Contact )*(Comments )?$/,
    attributes: { 'quantity!': /^\d+$/, lineNumber: /^\d+$/ },
  },
  ItemID: { content: /^SupplierPartID (SupplierPartAuxiliaryID )?(BuyerPartID )?$/ },
  SupplierPartID: { content: /^$/ },
  SupplierPartAuxiliaryID: { content: /^$/ },
  BuyerPartID: { content: /^$/ },
  ItemDetail: {
    content:
      /^UnitPrice (Description )+UnitOfMeasure (PriceBasisQuantity )?(Classification )+(ManufacturerPartID ManufacturerName )?(URL )?(LeadTime )?(Extrinsic )*$/,
  },
  UnitPrice: { content: /^Money (Modifications )?$/ },
  Description: { content: /^(ShortName )?$/, attributes: { 'xml:lang!': /./ } },
  Classification: { content: /^$/, attributes: { 'domain!': /./ } },
  LeadTime: { content: /^$/ },
}

/** What is wrong with an element and those in it. */
export function findCxmlFaults({ name, attributes, children }: XmlElement): string[] {
  const type = DOCUMENT_TYPE[name]
  if (!type) return [`${name} is unknown`]
  const allowed = type.attributes ?? {}
  const faults = type.content.test(children.map((child) => `${child.name} `).join('')) ? [] : [`the content of ${name}`]
  for (const [key, value] of attributes) if (!(allowed[key] ?? allowed[`${key}!`])?.test(value)) faults.push(`${name} ${key}="${value}"`)
  for (const key of Object.keys(allowed)) if (key.endsWith('!') && !attributes.has(key.slice(0, -1))) faults.push(`${name} without ${key}`)
  return [...faults, ...children.flatMap(findCxmlFaults)]
}
