import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { applicationFormQuery } from './application-form.ts'
import { ApplyCard } from './apply-card.tsx'
import { ApplyForm } from './apply-form.tsx'
import { ApplyFrame } from './apply-frame.tsx'
import { ApplySent } from './apply-sent.tsx'
import type { Sent } from './use-apply-form.ts'

// Loads the usual inputs together with the screen, instead of after the fields have arrived.
void import('../../fields/select-input.tsx')
void import('../../fields/country-input.tsx')
void import('../../fields/tags-input.tsx')
void import('../../fields/textarea-input.tsx')

/** The public application form: a page, or an iframe in the organisation's site. */
export default function Apply() {
  const found = useQuery(applicationFormQuery)
  const terminology = useTerminology()
  const [sent, setSent] = useState<Sent>()
  const form = found.data
  if (sent && form) return <ApplySent sent={sent} thanks={form.texts.thanks} />
  return (
    <ApplyFrame
      title={fillTerms('Quero ser {memberSingular}', terminology)}
      intro={form?.isOpen ? form.texts.intro : undefined}
    >
      {found.error && !form && (
        <ApplyCard title="Inscrição">
          <ErrorState
            message={isApiError(found.error) ? found.error.message : undefined}
            onRetry={() => void found.refetch()}
          />
        </ApplyCard>
      )}
      {!found.error && !form && (
        <ApplyCard title="Inscrição">
          <FormSkeleton />
        </ApplyCard>
      )}
      {form && !form.isOpen && <ClosedNote />}
      {form?.isOpen && <ApplyForm form={form} onSent={setSent} />}
    </ApplyFrame>
  )
}

function ClosedNote() {
  return (
    <ApplyCard title="As inscrições pela Internet estão fechadas">
      <p>Para se inscrever, contacte a secretaria. Obrigado pelo seu interesse.</p>
    </ApplyCard>
  )
}
