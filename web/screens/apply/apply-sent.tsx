import { useEffect, useRef } from 'react'
import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import { ApplyFrame } from './apply-frame.tsx'
import { NoticeIcon } from './notice-icon.tsx'
import type { Sent } from './use-apply-form.ts'
import classes from './apply-notice.module.css'

interface ApplySentProps {
  sent: Sent
  thanks: string
}

/** Confirms the submission and says whether the applicant still has to confirm the email. */
export function ApplySent({ sent: { number, confirmation, email }, thanks }: ApplySentProps) {
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
