import type { ReactNode } from 'react'
import classes from './payment-information.module.css'

interface PaymentNoticeProps {
  icon?: ReactNode
  tone?: 'green'
  children: ReactNode
}

/** The one thing that the page has to say. */
export function PaymentNotice({ icon, tone, children }: PaymentNoticeProps) {
  return (
    <div className={classes.notice}>
      {icon && (
        <span className={classes.icon} data-tone={tone}>
          {icon}
        </span>
      )}
      {children}
    </div>
  )
}
