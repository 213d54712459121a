import { Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useMay, useSettings } from '../../api/queries.ts'
import type { Batch } from './batch-progress.tsx'
import { messageCountText } from './message-count.ts'
import classes from './batch-held-messages.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

const HeldDialog = lazyPart(() => import('./held-dialog.tsx'))

/** Shows that messages of a batch are held, with a button to release or discard them. */
export function BatchHeldMessages({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  const maySend = useMay('messageBatches').create
  const isPaused = useSettings().SendMessages === 'false'
  const { held } = batch
  if (held === 0) return null
  return (
    <section className={classes.held} aria-label="Mensagens retidas">
      <IconClockPause size="1.25rem" stroke={1.5} aria-hidden />
      <div className={classes.said}>
        <strong>
          {messageCountText(held)} {held === 1 ? 'está retida' : 'estão retidas'}
        </strong>
        <p>
          {isPaused && 'O envio automático está desligado. '}
          {held === 1 ? 'Só sai' : 'Só saem'} quando alguém o decidir.
        </p>
      </div>
      {maySend && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Enviar ou descartar
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <HeldDialog
            held={{ count: held, oldest: String(batch._created_at) }}
            batchId={batch._id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
