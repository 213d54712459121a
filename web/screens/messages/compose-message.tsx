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
import { readAudience, type Audience } from './audience.ts'
import { ComposerPreview } from './composer-preview.tsx'
import { KindField } from './kind-field.tsx'
import { MessageTextFields } from './message-text-form.tsx'
import { useFillFromNavigation } from './use-fill-from-navigation.ts'
import { variablesFor } from './variables-of-event.ts'
import classes from './message-text.module.css'

/** The page that writes a message to one or more members, with a preview for each recipient. */
export default function ComposeMessage() {
  const fields = useFields('messageBatches')
  const states = useStatePresets()
  if (!fields || !states) return <PageSkeleton />
  const currentMembers = { query: { _currentStateId: [...states.current.values] } }
  return <Composer fields={fields} defaultAudience={currentMembers} />
}

interface ComposerProps {
  fields: FieldMap
  defaultAudience: Audience
}

function Composer({ fields, defaultAudience }: ComposerProps) {
  const terminology = useTerminology()
  const variables = useMemo(() => variablesFor(undefined, terminology), [terminology])
  const form = useRecordForm({ resource: 'messageBatches', fields, initial: { audience: defaultAudience } })
  const navigated = readAudience(useLocation().state)
  useFillFromNavigation(form, navigated && { audience: navigated })
  useLeaveGuard(form)
  useFocusOnRefusal(form)
  const formArea = useRef<HTMLDivElement>(null)
  useFirstField(formArea)
  const { channel } = form.fields
  return (
    <Page title="Nova mensagem">
      <div className={classes.sheet}>
        <div ref={formArea} className={classes.form}>
          <ResumedNote form={form} />
          <AudienceField form={form} defaultAudience={defaultAudience} />
          <KindField form={form} />
          {channel && <FormField form={form} field={channel} readOnly={false} />}
          <MessageTextFields form={form} variables={variables} />
        </div>
        <ComposerPreview form={form} />
      </div>
    </Page>
  )
}
