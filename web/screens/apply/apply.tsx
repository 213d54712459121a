import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { applicationFormQuery } from './application-form.ts'
import { ApplyForm } from './apply-form.tsx'
import { ApplyFrame, NoticeIcon } from './apply-frame.tsx'
import { ApplyCard } from './apply-sections.tsx'
import type { Sent } from './use-apply-form.ts'
import classes from './apply-notice.module.css'

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

interface ApplySentProps {
  sent: Sent
  thanks: string
}

/** Confirms the submission and says whether the applicant still has to confirm the email. */
function ApplySent({ sent: { number, confirmation, email }, thanks }: ApplySentProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    notice.current?.focus()
  }, [])
  const isLinkSent = confirmation === 'link'
  return (
    <ApplyFrame title={isLinkSent ? 'Falta confirmar o email' : 'Candidatura recebida'}>
      <div ref={notice} tabIndex={-1} className={classes.notice}>
        <NoticeIcon icon={isLinkSent ? IconMail : IconCircleCheck} />
        {isLinkSent ? <LinkSent email={email} /> : <p className={classes.thanks}>{thanks}</p>}
        {confirmation === 'staff' && (
          <p>
            A candidatura já está na secretaria, que confirma consigo o endereço <strong>{email}</strong>. Não
            tem de fazer mais nada.
          </p>
        )}
        <p className={classes.small}>Número da candidatura: {number}</p>
      </div>
    </ApplyFrame>
  )
}

function LinkSent({ email }: { email: string }) {
  return (
    <>
      <p>
        Enviámos uma mensagem para <strong>{email}</strong>. Abra-a e prima a ligação: só depois a candidatura
        segue para a secretaria.
      </p>
      <p className={classes.small}>
        Se não chegar dentro de alguns minutos, procure no correio não solicitado. Se o endereço não estiver
        certo, preencha de novo a candidatura.
      </p>
    </>
  )
}
