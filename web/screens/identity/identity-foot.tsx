const year = new Date().getFullYear()

/** Product and year, below the forms at the door. */
export function IdentityFoot() {
  return <>Agremia · © {year}</>
}
