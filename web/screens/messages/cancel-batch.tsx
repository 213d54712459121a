import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import type { Batch } from './batch-progress.tsx'
import { countsOf } from './sending-state.tsx'

/** A button that cancels the unsent messages of a batch; hidden without permission or when all were sent. */
export function CancelBatch({ batch }: { batch: Batch }) {
  const { waiting, held, toPrint } = countsOf(batch)
  const isOffered = batch.state === 'composing' || waiting + held + toPrint > 0
  return <ActionButtons resource="messageBatches" record={batch} setups={{ cancel: { isOffered } }} />
}
