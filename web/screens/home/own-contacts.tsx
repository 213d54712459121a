import { MemberContacts } from '../members/index.ts'
import type { OwnMembership } from './own-membership.ts'
import classes from './member-home.module.css'

/** Further ways to reach the member, which the member keeps. */
export function OwnContacts({ member }: { member: OwnMembership }) {
  return (
    <section className={classes.part} aria-labelledby="outros-contactos">
      <h2 id="outros-contactos">Outros contactos</h2>
      <MemberContacts record={member} />
    </section>
  )
}
