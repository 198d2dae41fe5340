/** Profiles in a log directory: which there are, where, and which programs display them. */
import {
  type Profiles,
  profilesLocation,
  profilesTitle,
  profilesViewer,
} from "../../lib/format/profiles";

interface ProfileListProps {
  readonly profiles: readonly Profiles[];
  /** The log directory. */
  readonly directory: string;
}

export function ProfileList({ profiles, directory }: ProfileListProps) {
  return (
    <ul class="profile-list">
      {profiles.map((each) => (
        <li key={each.format}>
          <strong>{profilesTitle(each)}</strong> {profilesLocation(each)}
          <small>{profilesViewer(each, directory)}</small>
        </li>
      ))}
    </ul>
  );
}
