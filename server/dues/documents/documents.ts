import type { World } from '../../context.ts'
import { signedUrl } from '../../files/index.ts'

/** The documents that are drawn when asked for. */
export type DocumentKind = 'receipt' | 'receipts' | 'advice' | 'statement' | 'cashSheet'

export interface DocumentPlace {
  kind: DocumentKind
  /** Of the payment, of the run of receipts, of the advice's link, of the member, or of the cash sheet. */
  id: string
}

/** A link to a document for who may see it now; a browser's navigation carries no credentials. */
export async function documentUrl(world: World, { kind, id }: DocumentPlace): Promise<string> {
  return signedUrl(await world.secret('documents'), { id, variant: kind }, world.clock(), '/api/documents')
}
