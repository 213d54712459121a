import { useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { FormField } from '../../resource/form/form-field.tsx'
import { useFocusOnRefusal } from '../../resource/form/use-focus-on-refusal.ts'
import { useLeaveGuard } from '../../resource/form/use-leave-guard.ts'
import { ResumedNote, useRecordForm } from '../../resource/record-form.tsx'
import { useFirstField } from '../../ui/first-field.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useStatePresets } from '../member-parts/index.ts'
import { AudienceField } from './audience-field.tsx'
import { arrivingAudience, type Audience } from './audience.ts'
import { ComposerPreview } from './composer-preview.tsx'
import { KindField } from './kind-field.tsx'
import { WrittenTexts } from './message-text-form.tsx'
import { useArrival } from './use-arrival.ts'
import { variablesFor } from './variables-of-event.ts'
import classes from './message-text.module.css'

/** A message to one person or to many: who, how, what, and beside it what each will read. */
export default function ComposeMessage() {
  const fields = useFields('messageBatches')
  const states = useStatePresets()
  if (!fields || !states) return <PageSkeleton />
  return <Composer fields={fields} everybody={{ query: { _currentStateId: [...states.current.values] } }} />
}

interface ComposerProps {
  fields: FieldMap
  /** Who a message is for until somebody chooses: those who belong. */
  everybody: Audience
}

function Composer({ fields, everybody }: ComposerProps) {
  const terminology = useTerminology()
  const variables = useMemo(() => variablesFor(undefined, terminology), [terminology])
  const form = useRecordForm({ resource: 'messageBatches', fields, initial: { audience: everybody } })
  const arriving = arrivingAudience(useLocation().state)
  useArrival(form, arriving && { audience: arriving })
  useLeaveGuard(form)
  useFocusOnRefusal(form)
  const written = useRef<HTMLDivElement>(null)
  useFirstField(written)
  const { channel } = form.fields
  return (
    <Page title="Nova mensagem">
      <div className={classes.sheet}>
        <div ref={written} className={classes.form}>
          <ResumedNote form={form} />
          <AudienceField form={form} everybody={everybody} />
          <KindField form={form} />
          {channel && <FormField form={form} field={channel} readOnly={false} />}
          <WrittenTexts form={form} variables={variables} />
        </div>
        <ComposerPreview form={form} />
      </div>
    </Page>
  )
}
