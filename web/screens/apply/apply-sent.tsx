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

/** It is sent: what is still to be done, or that nothing is. */
export function ApplySent({ sent: { number, needsVerification, email }, thanks }: ApplySentProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    notice.current?.focus()
  }, [])
  const title = needsVerification ? 'Falta confirmar o email' : 'Candidatura recebida'
  return (
    <ApplyFrame title={title}>
      <div ref={notice} tabIndex={-1} className={classes.notice}>
        <NoticeIcon icon={needsVerification ? IconMail : IconCircleCheck} />
        {needsVerification ? (
          <>
            <p>
              Enviámos uma mensagem para <strong>{email}</strong>. Abra-a e prima a ligação: só depois a
              candidatura segue para a secretaria.
            </p>
            <p className={classes.small}>
              Se não chegar dentro de alguns minutos, procure no correio não solicitado. Se o endereço não
              estiver certo, preencha de novo a candidatura.
            </p>
          </>
        ) : (
          <p className={classes.thanks}>{thanks}</p>
        )}
        <p className={classes.small}>Número da candidatura: {number}</p>
      </div>
    </ApplyFrame>
  )
}
