import { NICKNAME_MAX } from "#app/contract/limits";

/**
 * Names for the accounts of an exported site. Authors are told apart by name here, but many programs let two people show
 * the same one; the second is called by their login, so that nobody's texts become someone else's.
 * @returns the name of an account; to be called for the oldest account first, so that later exports name it the same
 */
export function ownNames(): (login: string, shown: string) => string {
  const taken = new Set<string>();
  return (login, shown) => {
    const wanted = [shown.trim(), login.trim(), ...Array.from({ length: 99 }, (_, n) => `${login.trim()}-${n + 2}`)];
    const name = wanted.find((one) => one !== "" && !taken.has(inShort(one))) ?? login;
    taken.add(inShort(name));
    return name;
  };
}

/** Part of a name that is left when the import cuts it. */
const inShort = (name: string): string => [...name].slice(0, NICKNAME_MAX - 1).join("");
