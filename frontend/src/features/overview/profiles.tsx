/** Profiles beside the events, which no tab here displays. */
import { status } from "../../state/server/connection";
import { ProfileList } from "../../ui/feedback/profile-list";
import * as messages from "./messages";

export function Profiles() {
  const found = status.value?.log_directories.filter(({ profiles }) => profiles.length > 0) ?? [];
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="overview-profiles">
      <h2 id="overview-profiles">{messages.otherProfiles}</h2>
      {found.map(({ path, profiles }) => (
        <ProfileList key={path} profiles={profiles} directory={path} />
      ))}
    </section>
  );
}
