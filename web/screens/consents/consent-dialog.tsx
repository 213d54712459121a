import { useState } from 'react'
import { Button } from '@mantine/core'
import { useMay } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { useConsentLine, type Consent } from './use-consents.ts'
import classes from './consents.module.css'

interface ConsentDialogProps {
  personId: string
  consent: Consent
  onClose: () => void
}

/** One consent of a person: its text, the history of answers, and buttons that register a new answer. */
export function ConsentDialog({ personId, consent, onClose }: ConsentDialogProps) {
  const { purpose, label, text, history, isGiven } = consent
  const [status, setStatus] = useState<'given' | 'refused' | 'withdrawn'>()
  const line = useConsentLine()
  const mayWrite = useMay('consents').create
  const no = isGiven ? 'withdrawn' : 'refused'
  return (
    <>
      <Dialog
        title={label}
        width="34rem"
        onClose={onClose}
        footer={
          mayWrite && (
            <>
              {(isGiven || history.length === 0) && (
                <Button variant="default" onClick={() => setStatus(no)}>
                  {isGiven ? 'Registar que retirou' : 'Registar que recusou'}
                </Button>
              )}
              {!isGiven && text !== undefined && (
                <Button onClick={() => setStatus('given')}>Registar que aceitou</Button>
              )}
            </>
          )
        }
      >
        <div className={classes.body}>
          {text !== undefined && <blockquote className={classes.text}>{text}</blockquote>}
          {history.length === 0 ? (
            <p className={classes.small}>Ainda não foi perguntado a esta pessoa.</p>
          ) : (
            <Timeline>
              {history.map((one) => (
                <TimelineEntry
                  key={one._id}
                  tone={one === history[0] && isGiven ? 'green' : undefined}
                  title={line(one).split(' · ')[0]}
                  when={line(one).split(' · ').slice(1).join(' · ')}
                  detail={one.evidence ? String(one.evidence) : undefined}
                />
              ))}
            </Timeline>
          )}
        </div>
      </Dialog>
      {status && (
        <RecordDialog
          resource="consents"
          parent={{ resource: 'people', id: personId }}
          initial={{ purpose, status, method: 'paper' }}
          omit={omittedFields}
          onClose={() => setStatus(undefined)}
        />
      )}
    </>
  )
}

/** Fields that the buttons set, or that do not apply at the counter. */
const omittedFields = ['personId', 'purpose', 'channel']
